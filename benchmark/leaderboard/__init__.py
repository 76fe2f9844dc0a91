"""The pages of the site: functions turn rows into view models, and templates turn these into HTML.

All words and numbers of the pages are decided here, by plain functions of rows. mkdocs only does the layout:
`site/hooks.py` passes it the pages that `build/site.py` lists, so another site generator could replace it.
"""
