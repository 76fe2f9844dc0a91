"""What settings of several suites have in common."""

#: Suite → the setting that shows all but the picture: what a model scores without looking.
BLIND_SETTINGS: dict[str, str] = {"humaneval-v": "signature-only"}

#: Suite → the open data set whose families fresh sets are made of, too.
PUBLIC_DATASETS: dict[str, str] = {"humaneval-v": "open"}

#: Suite → settings whose name says which model writes the program from another one's description.
CODER_SETTINGS: dict[str, tuple[str, ...]] = {"humaneval-v": ("V2T2C-*",)}

#: Suite → setting with the picture alone → settings that say in words what the picture shows.
DESCRIPTION_SETTINGS: dict[str, dict[str, tuple[str, ...]]] = {
    "code-vision": {"flowchart": ("text", "mermaid")},
    "humaneval-v": {"image": ("description", "image+description"), "V2C": ("GT-T2C",)},
}

#: Suite → settings in which no picture is shown.
SETTINGS_WITHOUT_PICTURE: dict[str, tuple[str, ...]] = {
    "code-vision": ("text", "mermaid"),
    "evalplus": ("text",),
    "humaneval-v": ("description", "signature-only", "GT-T2C"),
    "mmcode": ("language-only",),
}
