"""Parses a picture of qdc inspect, checks that boxes lie in the picture, that every text lies in the box before it and
that boxes beside each other do not overlap, and prints the texts.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import sys
import xml.etree.ElementTree as ElementTree

SVG = "{http://www.w3.org/2000/svg}"
CHARACTER = 7.3  # widest character of a 12-pixel monospace font

root = ElementTree.parse(sys.argv[1]).getroot()
width, height = float(root.get("width")), float(root.get("height"))
boxes = []


def contains(outer, inner):
    return (outer["x"] <= inner["x"] and inner["x"] + inner["width"] <= outer["x"] + outer["width"]
            and outer["y"] <= inner["y"] and inner["y"] + inner["height"] <= outer["y"] + outer["height"])


def apart(a, b):
    return (a["x"] + a["width"] < b["x"] or b["x"] + b["width"] < a["x"]
            or a["y"] + a["height"] < b["y"] or b["y"] + b["height"] < a["y"])


def walk(element, dx, dy):
    for child in element:
        if child.tag == SVG + "g":
            x, y = child.get("transform")[len("translate("):-1].split()
            walk(child, dx + float(x), dy + float(y))
        elif child.tag == SVG + "rect":
            box = {key: float(child.get(key)) for key in ("x", "y", "width", "height")}
            box["x"] += dx
            box["y"] += dy
            assert contains({"x": 0, "y": 0, "width": width, "height": height}, box), box
            for other in boxes:
                assert contains(other, box) or apart(other, box), (other, box)
            boxes.append(box)
        elif child.tag == SVG + "text":
            box = boxes[-1]
            right = dx + float(child.get("x")) + CHARACTER * len(child.text)
            assert right <= box["x"] + box["width"], child.text
            assert box["y"] < dy + float(child.get("y")) < box["y"] + box["height"], child.text
            print(child.text)


walk(root, 0, 0)
