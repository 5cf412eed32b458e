#!/usr/bin/env python3
"""Makes crates/core/tests/fixtures/planted/corpus.txt: documents of planted topics; `--check` compares instead of writing.

The word lists below and this generator are all there is to it: no text was copied from anywhere. The file is the
same on every computer: random numbers come from the 64-bit linear congruential generator written out here.

A document is drawn as follows.
1. A class; a main topic of the class; a second topic of the same class. Every twelfth document has a second class too.
2. A length of 25 to 60 words.
3. Every word comes from: everyday words (36 %), the main topic (34 %), the second topic (15 %), the words the class
   shares with another class (12 %), any class (3 %); a document of two classes takes half of its class words from
   each. Within a list the word of rank r is drawn with weight 1 / (r + 4): few words are frequent, many are rare.
"""

import sys

from planted import repeated, write_or_check

SEED = 2015
DOCUMENTS_PER_CLASS = 105

EVERYDAY = """
time day people year good little first last long great new old small large same other next early late right hand place
thing way part end side week month hour minute moment morning evening night today yesterday tomorrow house room door
table home town street friend family child mother father brother sister neighbour teacher guest visitor group member
name word question answer story letter page picture book list number half pair piece bit kind sort idea reason example
problem mistake result change start finish begin stop turn move keep hold leave bring take give find look see hear feel
think know learn try use make need want like love hope wait walk stand sit open close choose show tell ask call help
work play live stay grow rise fall set put let carry simple easy hard quick slow quiet loud warm bright clear fresh
clean ready happy careful patient perfect common favourite different important special often always never sometimes
usually again almost enough together
""".split()

TOPICS = {
    "cooking": [
        """flour dough oven bake yeast butter sugar bread cake cookie pastry batter whisk knead loaf icing vanilla
        cinnamon biscuit muffin pie tart sift glaze frosting custard meringue sourdough rolling sponge""",
        """soup stew simmer broth boil ladle pot stock lentil noodle dumpling curry chili ginger cumin turmeric
        paprika celery leek chowder bouillon saucepan spice salt thicken skim pasta rice risotto gravy""",
        """grill roast steak chicken salmon marinade skillet sear fry sauce olive vinegar mustard lemon pepper knife
        chop slice spatula apron recipe chef kitchen lunch dinner breakfast bacon sausage cheese omelette""",
    ],
    "gardening": [
        """lettuce cabbage spinach radish beetroot cucumber courgette pumpkin harvest seedling sow sprout trellis
        allotment greenhouse germinate transplant marrow kale aubergine artichoke rhubarb asparagus vegetable plot
        thin furrow ripen tuber weed""",
        """rose tulip daffodil lily orchid petal blossom bloom bouquet lavender dahlia peony iris violet hydrangea
        geranium marigold sunflower bulb perennial annual pollen butterfly bee nectar fragrance border climber
        wisteria ivy""",
        """soil compost mulch spade rake hoe shovel wheelbarrow fertilizer manure prune hedge lawn mower shears
        watering hose drainage peat clay gravel worm slug snail aphid shed fence patio turf gardener""",
    ],
    "astronomy": [
        """planet orbit jupiter saturn mars venus mercury neptune uranus pluto asteroid comet crater satellite eclipse
        gravity lander rover rocket astronaut probe atmosphere meteor meteorite equator axis solar lunar tilt
        spacecraft""",
        """galaxy nebula supernova universe quasar pulsar hydrogen helium fusion redshift cosmic dwarf giant
        luminosity constellation interstellar andromeda orion cosmology singularity expansion radiation parallax
        binary magnitude blackhole neutron halo void photon""",
        """telescope observatory mirror eyepiece aperture refractor reflector tripod binoculars astronomer
        stargazing zenith horizon twilight aurora sky skyglow finder exposure tracking mount focus magnification
        starlight dome coordinates declination meridian almanac transit""",
    ],
    "music": [
        """orchestra violin cello viola flute oboe clarinet bassoon symphony concerto conductor sonata quartet
        composer overture opera soprano tenor baritone choir aria harp trumpet trombone timpani ensemble rehearsal
        podium encore adagio""",
        """guitar bass drummer band singer saxophone jazz blues rock solo riff groove swing improvise amplifier gig
        stage album vocals lyrics chorus verse tour fans festival microphone funk reggae ballad hit""",
        """melody chord tempo octave pitch piano keyboard pedal metronome interval major minor sharp flat treble
        cadence arpeggio counterpoint fugue signature quaver crotchet bar notation score practise pianist tune
        tuning syncopation""",
    ],
}

BETWEEN = {
    ("cooking", "gardening"): """tomato basil thyme rosemary mint parsley onion garlic carrot bean potato apple herb
        berry strawberry cherry""",
    ("cooking", "astronomy"): "heat temperature dish crust plate core timer dipper degrees cool",
    ("cooking", "music"): "beat mix blend scale jam measure roll drum tray record",
    ("gardening", "astronomy"): "sun moon season cluster field frost shade light summer winter",
    ("gardening", "music"): "reed bow stem branch root key horn bell wind bird",
    ("astronomy", "music"): "star wave frequency spectrum resonance harmony sphere space period note",
}


class Random:
    """The linear congruential generator of Knuth's MMIX; the upper 32 bits are used."""

    def __init__(self, seed):
        self.state = seed
        for _ in range(8):
            self.below(2)

    def uniform(self):
        """A number in [0, 1)."""
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 32) / 2**32

    def below(self, n):
        """A whole number in [0, n)."""
        return int(self.uniform() * n)

    def ranked(self, words):
        """A word; the one of rank r with weight 1 / (r + 4)."""
        left = self.uniform() * sum(1 / (rank + 4) for rank in range(len(words)))
        for rank, word in enumerate(words):
            left -= 1 / (rank + 4)
            if left < 0:
                return word
        return words[-1]


def document(random, name, other):
    """The words of one document of class `name`; `other` is its second class or None."""
    classes = list(TOPICS)
    main, second = random.below(3), random.below(3)
    second_of_other = random.below(3)
    words = []
    for _ in range(25 + random.below(36)):
        here = other if other and random.uniform() < 0.5 else name
        kind = random.uniform()
        if kind < 0.36:
            words.append(random.ranked(EVERYDAY))
        elif kind < 0.70:
            words.append(random.ranked(TOPICS[here][main if here == name else second_of_other].split()))
        elif kind < 0.85:
            words.append(random.ranked(TOPICS[here][second].split()))
        elif kind < 0.97:
            pairs = [pair for pair in BETWEEN if here in pair]
            if other:
                pairs = [pair for pair in pairs if name in pair and other in pair]
            words.append(random.ranked(BETWEEN[pairs[random.below(len(pairs))]].split()))
        else:
            words.append(random.ranked(TOPICS[classes[random.below(4)]][random.below(3)].split()))
    return words


def corpus():
    """The whole file."""
    random = Random(SEED)
    classes = list(TOPICS)
    lines = []
    for index in range(DOCUMENTS_PER_CLASS * len(classes)):
        name = classes[index % len(classes)]
        other = None
        if index % 12 == random.below(12):
            other = classes[(index + 1 + random.below(3)) % len(classes)]
        lines.append(name + "\t" + " ".join(document(random, name, other)) + "\n")
    return "".join(lines)


def main():
    lists = [EVERYDAY, *(w.split() for c in TOPICS.values() for w in c), *(w.split() for w in BETWEEN.values())]
    twice = repeated([word for one in lists for word in one])
    if twice:
        sys.exit("words in two lists: " + " ".join(twice))
    write_or_check("corpus.txt", corpus())


if __name__ == "__main__":
    main()
