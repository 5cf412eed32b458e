"""Shared parts of `make_hostile_pairs` and `check_hostile_pairs`: texts, encodings, and a reader of units.

The reader is independent of the program and of the maker. It uses expat, csv and zipfile. A unit is a `<tu>`, `<trans-unit>`,
`<segment>`, a row below the header, or a line of two files. Units are numbered from 1 over the whole file.
"""
import csv
import io
import re
import zipfile
from dataclasses import dataclass, field
from xml.parsers import expat

# Codec, byte order mark and name in an XML declaration of each encoding.
ENCODINGS = {
    "utf-8": ("utf-8", b"", "UTF-8"),
    "utf-8-mark": ("utf-8", b"\xef\xbb\xbf", "UTF-8"),
    "utf-16le": ("utf-16-le", b"\xff\xfe", "UTF-16"),
    "utf-16be": ("utf-16-be", b"\xfe\xff", "UTF-16"),
    "iso-8859-1": ("latin-1", b"", "ISO-8859-1"),
    "windows-1252": ("cp1252", b"", "windows-1252"),
}
# Inline elements whose content is code and no text.
CODES = {"bpt", "ept", "it", "ph", "ut"}
# Words of European texts, by which a single-byte encoding is recognised.
NATURAL = "Haus Straße Mädchen schön größer natürlich für über déjà été français élève garçon où Übung Äpfel".split()
WORDS = NATURAL + [
    "“low”", "€5", "–", "שלום", "עולם", "مرحبا", "\u200fאבג\u200e", "東京都", "日本語。", "中文，", "한국어", "हिन्दी", "ก็", "e\u0301",
    "😀", "👩‍👩‍👧", "🇩🇪", "𝒳", "a<b", "R&D", "&amp;", "&lt;b&gt;", "<b>bold</b>", "]]>", "<!-- x -->", '"inner"', '""', "it's",
    "a,b", "c;d", "100 %", "{0}", "\\n", "=1+1", "x\u00a0y", "z\u200bw", "p\u2028q", "l\u0085m", "f\ufeffg", "\ufffd",
]
TAG = re.compile(rb"<(?:[^\"'>]|\"[^\"]*\"|'[^']*')*>")
# Attributes that a delivery may change.
NEW_VALUES = re.compile(r"\s(?:approved|state|subState|changedate|changeid)\s*=\s*(?:\"[^\"]*\"|'[^']*')")


def holds(codec, text):
    """Whether an encoding has all characters of a text. Programs read ISO-8859-1 as windows-1252, so neither has U+0085."""
    try:
        text.encode(codec)
        return codec != "latin-1" or not re.search("[\x80-\x9f]", text)
    except UnicodeEncodeError:
        return False


def sentence(rng, mark, codec="utf-8", breaks="", words=WORDS):
    """A text of some words with a mark that no other text has, with line ends or tabs of `breaks` between some words."""
    parts = rng.choices([word for word in words if holds(codec, word)], k=rng.randint(1, 6))
    parts.insert(rng.randint(0, len(parts)), mark)
    text = parts[0]
    for part in parts[1:]:
        text += (rng.choice(breaks) if breaks and rng.random() < 0.15 else " ") + part
    return f" {text}  " if rng.random() < 0.05 else text


def normal(text):
    """Text as it is compared: line ends are `\\n`, outer white space does not count."""
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def decoded(content, encoding):
    codec, mark, _ = ENCODINGS[encoding]
    if not content.startswith(mark) or not mark and content.startswith(b"\xef\xbb\xbf"):
        raise ValueError(f"the byte order mark is not that of {encoding}")
    return content[len(mark):].decode(codec)


def encoded(text, encoding):
    codec, mark, _ = ENCODINGS[encoding]
    return mark + text.encode(codec)


@dataclass
class Node:
    """An XML element. `parts` are its texts and elements; `start`, `inner` and `end` are offsets in UTF-8."""

    name: str
    attributes: dict
    line: int = 0
    start: int = 0
    inner: tuple = (0, 0)
    end: int = 0
    # Whether a comment or a processing instruction is directly in it.
    remarks: bool = False
    parent: "Node" = None
    parts: list = field(default_factory=list)

    def children(self, *names):
        return [part for part in self.parts if isinstance(part, Node) and part.name in names]

    def child(self, name):
        return next(iter(self.children(name)), None)

    def all(self, *names):
        for part in self.parts:
            if isinstance(part, Node):
                yield from [part] if part.name in names else []
                yield from part.all(*names)

    def text(self, without=CODES):
        parts = [part for part in self.parts if isinstance(part, str) or part.name not in without]
        return "".join(part if isinstance(part, str) else part.text(without) for part in parts)


def parse(raw):
    """The document node of an XML file as UTF-8, whatever encoding its declaration names. Names are without prefix."""
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    document = Node("", {})
    opened = [document]

    def start(name, attributes):
        at = parser.CurrentByteIndex
        name, inner = name.split(":")[-1], (TAG.match(raw, at).end(), 0)
        node = Node(name, attributes, parser.CurrentLineNumber, at, inner, parent=opened[-1])
        opened[-1].parts.append(node)
        opened.append(node)

    def end(_):
        node, at = opened.pop(), parser.CurrentByteIndex
        # Expat reports both ends of a self-closing element at its begin.
        closed = raw[at:at + 2] != b"</"
        node.inner = (node.inner[0], node.inner[0] if closed else at)
        node.end = node.inner[0] if closed else TAG.match(raw, at).end()

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = lambda text: opened[-1].parts.append(text)
    parser.CommentHandler = parser.ProcessingInstructionHandler = lambda *_: setattr(opened[-1], "remarks", True)
    parser.Parse(raw, True)
    return document


@dataclass
class Unit:
    """A unit as it is read. `raw`: its text in the file; `rest`: all of it but both texts and values that a delivery changes."""

    id: str
    lines: list
    texts: list
    raw: object
    rest: object
    left: bool = False
    # How far a correction of each side may be refused: 0 not, 1 perhaps (comments), 2 certainly (inline elements).
    codes: list = field(default_factory=lambda: [0, 0])
    node: Node = None
    # Elements of both texts, or of the variants that hold them.
    holders: list = None


@dataclass
class Document:
    units: list
    # All that is no unit, as far as a delivery keeps it; for XML a function of the numbers of dropped units.
    frame: object


def without(raw, ranges):
    """Text outside byte ranges, without white space and without the attributes that a delivery may change."""
    at, left = 0, b""
    for begin, end in sorted(ranges):
        left += raw[at:max(at, begin)]
        at = max(at, end)
    return re.sub(r"\s", "", NEW_VALUES.sub("", (left + raw[at:]).decode("utf-8")))


def languages(root, unit, chosen):
    """The two languages of a translation memory: those chosen, else the source language and the first other one."""
    if chosen:
        return chosen
    own = [variant.attributes.get("xml:lang") or variant.attributes["lang"] for variant in unit.children("tuv")]
    source = next((header.attributes.get("srclang") for header in root.all("header")), "*all*")
    source = own[0] if source == "*all*" and own else source
    others = [language for language in own if language.lower() != source.lower()]
    return [source, others[0]] if others else None


def xml_unit(raw, node, identifier, segments, holders, foreign=False):
    """Unit of an XML element with the elements of its texts, which may be missing."""
    own, texts = raw[node.start:node.end], [segment.text() if segment else "" for segment in segments]
    lines = [node.line, node.line + TAG.match(own)[0].count(b"\n")]
    rest = without(own, [tuple(at - node.start for at in segment.inner) for segment in segments if segment])
    left = foreign or not all(text.strip() for text in texts)
    unit = Unit(identifier, lines, texts, own.decode("utf-8"), rest, left, node=node, holders=holders)
    for side, segment in enumerate(segments):
        marked = segment and segment.remarks or side == 0 and node.child("seg-source")
        unit.codes[side] = 2 if segment and any(isinstance(part, Node) for part in segment.parts) else int(bool(marked))
    return unit


def read_tmx(raw, root, sides):
    units = []
    for node in root.all("tu"):
        sides = languages(root, node, sides)
        variants = {}
        for variant in node.children("tuv"):
            variants.setdefault((variant.attributes.get("xml:lang") or variant.attributes["lang"]).lower(), variant)
        holders = [variants.get(side.lower()) for side in sides or ["", ""]]
        units.append(xml_unit(raw, node, node.attributes.get("tuid", ""), [one and one.child("seg") for one in holders], holders))
    return units


def read_xliff(raw, root):
    units, first = [], None
    for node in root.all("trans-unit", "segment"):
        file = node.parent
        while file.name != "file":
            file = file.parent
        own = [file.attributes.get(key) for key in ("source-language", "target-language")]
        first = first or own
        segments = [node.child("source"), node.child("target")]
        names = [node.parent.attributes.get("id", "")] if node.name == "segment" else []
        identifier = "/".join(name for name in names + [node.attributes.get("id", "")] if name)
        units.append(xml_unit(raw, node, identifier, segments, segments, own != first))
    return units


def frame(raw, root, units, dropped=()):
    """What is outside the units, without the notes of units of XLIFF 2 and without those units whose segments are all dropped."""
    ranges = [(unit.node.start, unit.node.end) for unit in units]
    for parent in root.all("unit"):
        own = [number for number, unit in enumerate(units, 1) if unit.node.parent is parent]
        whole = own and all(number in dropped for number in own)
        ranges += [(node.start, node.end) for node in ([parent] if whole else parent.children("notes"))]
    return without(raw, ranges)


def unquoted(cell, all_quoted):
    """Text of a cell of a TSV: quotation marks around it belong to it, unless all are quoted or inner marks are doubled."""
    inner = cell[1:-1] if len(cell) > 1 and cell[0] == cell[-1] == '"' else None
    if inner is None:
        return cell
    doubled = '"' in inner and '"' not in inner.replace('""', "")
    return inner.replace('""', '"') if all_quoted or doubled or not inner else cell


def table_rows(text, kind):
    """Line number, raw text and cells of each row that is not blank."""
    lines = re.findall(r"[^\n]*\n|[^\n]+", text)
    if kind == "tsv":
        rows = [(number, line.rstrip("\r\n"), line.rstrip("\r\n").split("\t")) for number, line in enumerate(lines, 1)]
        rows = [row for row in rows if row[1]]
        quoted = all(len(cell) > 1 and cell[0] == cell[-1] == '"' for cell in rows[0][2])
        return [(number, raw, [unquoted(cell, quoted) for cell in cells]) for number, raw, cells in rows]
    separator = ";" if ";" in lines[0] and "," not in lines[0] else ","
    reader, rows, before = csv.reader(lines, delimiter=separator, strict=True), [], 0
    for cells in reader:
        if cells:
            rows.append((before + 1, "".join(lines[before:reader.line_num]).rstrip("\r\n"), cells))
        before = reader.line_num
    return rows


def sheet_rows(content):
    """Row number and cells of each row with a value in the first sheet of a workbook; and all other members."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    shown = lambda node: node.text({"rPh"})
    strings = members.get("xl/sharedStrings.xml")
    shared = [shown(node) for node in parse(strings).all("si")] if strings else []
    rows, number = [], 0
    for row in parse(members.pop("xl/worksheets/sheet1.xml")).all("row"):
        number, column, cells = int(row.attributes.get("r", number + 1)), 0, {}
        for cell in row.children("c"):
            letters = re.match("[A-Z]*", cell.attributes.get("r", ""))[0]
            column = ord(letters) - 64 if letters else column + 1
            value = cell.child("is") or cell.child("v")
            text = shown(value) if value else ""
            cells[column - 1] = shared[int(text)] if cell.attributes.get("t") == "s" else text
        if any(text.strip() for text in cells.values()):
            rows.append((number, None, [cells.get(column, "") for column in range(max(cells) + 1)]))
    return rows, members


def read_table(rows, sides, members=None):
    header = rows[0][2]
    columns = [header.index(side) for side in sides]
    units = []
    for line, raw, cells in rows[1:]:
        if raw is not None and len(cells) != len(header):
            raise ValueError(f"line {line} has {len(cells)} cells")
        cells = cells + [""] * (len(header) - len(cells))
        texts, rest = [cells[column] for column in columns], [cell for place, cell in enumerate(cells) if place not in columns]
        identifier = cells[header.index("id")] if "id" in header else ""
        left = not all(text.strip() for text in texts)
        units.append(Unit(identifier, [line, line], texts, cells if raw is None else raw, rest, left))
    return Document(units, [rows[0][1], header, members])


def read(kind, encoding, sides, contents):
    """Units of a file of pairs, or of two files of lines. `sides`: languages or columns; None for those of the file."""
    if kind == "xlsx":
        rows, members = sheet_rows(contents[0])
        return read_table(rows, sides, members)
    texts = [decoded(content, encoding) for content in contents]
    if kind in ("tsv", "csv"):
        return read_table(table_rows(texts[0], kind), sides)
    if kind == "moses":
        lines = [[line.rstrip("\n").removesuffix("\r") for line in re.findall(r"[^\n]*\n|[^\n]+", text)] for text in texts]
        if len(lines[0]) != len(lines[1]):
            raise ValueError(f"{len(lines[0])} and {len(lines[1])} lines")
        return Document([Unit("", [number, number], list(pair), list(pair), [], not all(text.strip() for text in pair))
                         for number, pair in enumerate(zip(*lines), 1)], None)
    raw = texts[0].encode("utf-8")
    root = parse(raw)
    units = read_tmx(raw, root, sides) if kind == "tmx" else read_xliff(raw, root)
    return Document(units, lambda dropped=(): frame(raw, root, units, dropped))
