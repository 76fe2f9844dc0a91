"""Create a vision-language model with 150,000 random parameters, for tests; its answers are noise.

``python lab/engines/tiny_vlm.py FOLDER`` writes the files that a model server loads: safetensors, config,
tokenizer and processor. The architecture is LLaVA (a CLIP tower, a projector, a Llama), from transformers.
Nothing is downloaded. The same version of torch creates the same weights.
"""

import sys
from pathlib import Path

PATCH = 8  #: px; a picture of SIDE × SIDE px has (SIDE / PATCH)² tokens
SIDE = 32  #: px; every picture is scaled to SIDE × SIDE
CONTEXT = 2048  #: tokens

_SPECIAL = ("<pad>", "<s>", "</s>", "<image>")
_TEMPLATE = """\
{%- for message in messages %}{{ message.role }}: \
{%- if message.content is string %}{{ message.content }}\
{%- else %}{% for part in message.content %}\
{{ '<image>' if part.type == 'image' else part.text }}\
{%- endfor %}{% endif %}{{ '\\n' }}{% endfor %}\
{%- if add_generation_prompt %}assistant: {% endif %}"""


def make(folder: Path) -> None:
    """Write the model into a folder, which is created if needed."""
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import (
        CLIPImageProcessorPil,
        CLIPVisionConfig,
        LlamaConfig,
        LlavaConfig,
        LlavaForConditionalGeneration,
        LlavaProcessor,
        PreTrainedTokenizerFast,
    )

    names = [*_SPECIAL, *sorted(pre_tokenizers.ByteLevel.alphabet())]
    vocabulary = {name: index for index, name in enumerate(names)}
    bytewise = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    bytewise.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    # Random bytes are rarely valid text, so each token is decoded to a letter; no token is lost.
    bytewise.decoder = decoders.Fuse()
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=bytewise,
        **dict(zip(("pad_token", "bos_token", "eos_token"), _SPECIAL, strict=False)),
        additional_special_tokens=["<image>"],
    )
    image_processor = CLIPImageProcessorPil(
        size={"height": SIDE, "width": SIDE}, crop_size={"height": SIDE, "width": SIDE}
    )
    processor = LlavaProcessor(
        image_processor=image_processor,
        tokenizer=tokenizer,
        patch_size=PATCH,
        vision_feature_select_strategy="default",
        num_additional_image_tokens=1,
        chat_template=_TEMPLATE,
    )
    # The weights are large, because with the usual small ones all prompts would get the same answer.
    vision = CLIPVisionConfig(
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=2,
        image_size=SIDE,
        patch_size=PATCH,
        initializer_factor=20.0,
    )
    language = LlamaConfig(
        vocab_size=len(vocabulary),
        hidden_size=64,
        intermediate_size=128,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=2,
        max_position_embeddings=CONTEXT,
        initializer_range=0.5,
        pad_token_id=0,
        bos_token_id=1,
        eos_token_id=2,
    )
    torch.manual_seed(0)
    config = LlavaConfig(vision_config=vision, text_config=language, image_token_index=vocabulary["<image>"])
    model = LlavaForConditionalGeneration(config)
    # As published weights often do; a client that does not override these gets the same answer to each seed.
    model.generation_config.update(do_sample=True, top_k=1, repetition_penalty=2.0)
    model.save_pretrained(folder)
    processor.save_pretrained(folder)


if __name__ == "__main__":
    if len(sys.argv) != 2:  # noqa: PLR2004 - the program and its argument
        sys.exit(__doc__)
    make(Path(sys.argv[1]))
