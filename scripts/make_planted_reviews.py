#!/usr/bin/env python3
"""Makes `crates/core/tests/fixtures/planted/reviews.tsv`: reviews whose words carry a planted rating; `--check` compares instead of
writing.

The word lists are written for this program; nothing is copied from any text. Reviews are drawn from them with a seed by
the generator of `make_planted_topics.py`.

A review is drawn as follows.
1. A product, in turn, and a rating of 1 to 5.
2. Six to nine sentences. Three in four of them judge: their pattern is filled with parts of the product and with words
   of the grade drawn for the sentence, which is the rating (58 %), one above or below it (34 %), or any (8 %). The others
   tell something about the product that no rating follows from.
3. A title: a word of the rating's grade and the product.

So a grade's words lie near those of the next, and a product's words have no rating.
"""

import sys

from make_planted_topics import Random
from planted import repeated, write_or_check

SEED = 5201
REVIEWS = 360

# Phrases about a product for each rating: adjectives, verbs after "I", nouns after "what a".
ADJECTIVES = {
    1: """terrible awful horrible worthless useless disgusting broken defective unusable dreadful shoddy ruined appalling
        pathetic lousy insulting misleading unbearable""".split(),
    2: """poor disappointing weak boring flimsy annoying mediocre tedious noisy uncomfortable overpriced dull awkward fragile
        clumsy scratchy shallow frustrating""".split(),
    3: """okay average acceptable decent adequate plain tolerable passable standard ordinary moderate unremarkable middling
        forgettable predictable fair""".split(),
    4: """good nice pleasant useful solid comfortable enjoyable reliable sturdy handy helpful neat charming attractive
        worthwhile practical durable likeable""".split(),
    5: """excellent wonderful amazing perfect fantastic brilliant outstanding superb beautiful delightful incredible flawless
        stunning magnificent gorgeous exceptional marvellous splendid""".split(),
}
VERBS = {
    1: "hate loathe despise detest".split(),
    2: "dislike regret resent doubt".split(),
    3: "accept tolerate notice expected".split(),
    4: "like enjoy appreciate recommend".split(),
    5: "love adore treasure cherish".split(),
}
NOUNS = {
    1: "disaster waste scam rubbish".split(),
    2: "letdown nuisance complaint pity".split(),
    3: "compromise shrug routine formality".split(),
    4: "bargain pleasure improvement comfort".split(),
    5: "masterpiece gem triumph joy".split(),
}

# Products: what they are called, their parts, and what is done with them.
PRODUCTS = {
    "novel": (
        "novel book paperback story".split(),
        """plot character chapter ending dialogue author prose hero villain mystery narrator setting sequel cover page
        language pace scene twist romance""".split(),
        "library bedtime shelf holiday weekend bookshop flight hammock".split(),
    ),
    "headphones": (
        "headphones earphones headset".split(),
        """sound bass cable battery microphone cushion volume bluetooth charger treble plug earbud stereo signal button
        headband pairing connector static pouch""".split(),
        "train office gym podcast album phone laptop commute".split(),
    ),
    "coat": (
        "coat jacket parka".split(),
        """zipper sleeve collar lining pocket fabric colour hood seam button waist stitching wool size fit shoulder belt
        cuff hem label""".split(),
        "winter rain wardrobe washing mirror snow walk store".split(),
    ),
    "kettle": (
        "kettle teapot boiler".split(),
        """lid handle spout switch filter base cord steam lever thermostat rim gauge element heater enamel whistle spring
        hinge glass valve""".split(),
        "kitchen breakfast tea counter guest morning sink cupboard".split(),
    ),
    "tent": (
        "tent shelter awning".split(),
        """pole peg canvas rope floor flap mesh net seam bag door stake window ground porch vent cord stitch loop
        waterproofing""".split(),
        "campsite forest beach storm hike festival trailer lake".split(),
    ),
}

PEOPLE = "sister brother mother father friend neighbour daughter son husband wife colleague aunt".split()
TIMES = "day week month year summer autumn afternoon evening".split()

JUDGING = [
    "the {part} is {adjective}",
    "{adjective} {part} and {adjective2} {part2}",
    "i {verb} the {part} and the {part2}",
    "what a {noun}",
    "the {part} turned {adjective} after a {time}",
    "my {person} found the {part} {adjective}",
    "{adjective} {part} for the price",
    "we {verb} how {adjective} the {part} feels",
]
TELLING = [
    "it came with a {part} and a {part2}",
    "my {person} took it to the {place} last {time}",
    "used it for a {time} near the {place}",
    "bought this {name} for the {place}",
    "the {part} sits above the {part2}",
]


def choose(random, items):
    return items[random.below(len(items))]


def grade(random, rating):
    """The grade of one sentence of a review with this rating."""
    kind = random.uniform()
    if kind < 0.58:
        return rating
    if kind < 0.92:
        return min(5, max(1, rating + (1 if random.uniform() < 0.5 else -1)))
    return 1 + random.below(5)


def sentence(random, product, rating):
    names, parts, places = PRODUCTS[product]
    judging = random.uniform() < 0.75
    pattern = choose(random, JUDGING if judging else TELLING)
    level = grade(random, rating)
    text = pattern.format(
        name=choose(random, names),
        part=random.ranked(parts),
        part2=random.ranked(parts),
        place=choose(random, places),
        person=choose(random, PEOPLE),
        time=choose(random, TIMES),
        adjective=random.ranked(ADJECTIVES[level]),
        adjective2=random.ranked(ADJECTIVES[level]),
        verb=random.ranked(VERBS[level]),
        noun=random.ranked(NOUNS[level]),
    )
    return text[0].upper() + text[1:] + "."


def corpus():
    """The whole file."""
    random = Random(SEED)
    products = list(PRODUCTS)
    lines = []
    for index in range(REVIEWS):
        product = products[index % len(products)]
        rating = 1 + (index // len(products)) % 5
        text = " ".join(sentence(random, product, rating) for _ in range(6 + random.below(4)))
        title = f"{random.ranked(ADJECTIVES[rating]).capitalize()} {choose(random, PRODUCTS[product][0])}"
        lines.append(f"{rating}\t{title}\t{text}\n")
    return "".join(lines)


def main():
    graded = [word for lists in (ADJECTIVES, VERBS, NOUNS) for words in lists.values() for word in words]
    plain = {word for product in PRODUCTS.values() for words in product for word in words} | {*PEOPLE, *TIMES}
    twice = repeated(graded) + sorted(plain.intersection(graded))
    if twice:
        sys.exit("graded words in two lists: " + " ".join(twice))
    write_or_check("reviews.tsv", corpus())


if __name__ == "__main__":
    main()
