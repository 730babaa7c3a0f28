"""Parses a picture of qdc inspect, checks that every text lies in the rectangle before it, and prints the texts."""
import sys
import xml.etree.ElementTree as ElementTree

SVG = "{http://www.w3.org/2000/svg}"
CHARACTER = 7.3  # widest character of a 12-pixel monospace font

root = ElementTree.parse(sys.argv[1]).getroot()
box = None
for element in root:
    if element.tag == SVG + "rect":
        box = {key: float(element.get(key)) for key in ("x", "y", "width", "height")}
        assert box["x"] + box["width"] <= float(root.get("width"))
        assert box["y"] + box["height"] <= float(root.get("height"))
    elif element.tag == SVG + "text":
        right = float(element.get("x")) + CHARACTER * len(element.text)
        assert right <= box["x"] + box["width"], element.text
        assert box["y"] < float(element.get("y")) < box["y"] + box["height"], element.text
        print(element.text)
