exp_base_dir="output/my_exp"
model_names=("acme" )
exp_types=("V2C" "V2T2C" "V2T2C-4o")
sample_num=(1)
for model_name in "${model_names[@]}"; do
    for exp_type in "${exp_types[@]}"; do
        for num in "${sample_num[@]}"; do
            sightbench generate --model_name $model_name --exp_type $exp_type --sample_num $num \
                --exp_base_dir $exp_base_dir
            sightbench evaluate --model_name $model_name --exp_type $exp_type --sample_num $num \
                --exp_base_dir $exp_base_dir
        done
    done
done
