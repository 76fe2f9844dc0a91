# lying figure: writes its own description of a figure to the judge
@INCLUDE _channel@
say({"scene": {"axes": [], "title": "", "texts": [], "legend": []}})
os._exit(0)
