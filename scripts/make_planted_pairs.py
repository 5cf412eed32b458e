#!/usr/bin/env python3
"""Makes `crates/core/tests/fixtures/planted/pairs.en.tsv` and `pairs.ja.tsv`: English-Japanese pairs over a planted dictionary.
`--check` compares instead of writing.

The dictionary is written for this program; nothing is copied from any text. Pairs are drawn from it with a seed by the
generator of `make_planted_topics.py`.

A pair is drawn as follows.
1. A main topic, in turn, and a second one.
2. Thirty to forty things to be named, each of the main topic (50 %), the second topic (30 %) or everyday life (20 %);
   the thing of rank r in its list with weight 1 / (r + 40).
3. Each side names each thing with its own word, but leaves one in twenty unsaid, says one in ten twice, and may add a
   word of its own; it names them in an order of its own.
4. The title names the first two things of the main topic.
"""

import sys

from make_planted_topics import Random
from planted import repeated, write_or_check

SEED = 6033
PAIRS = 300

TOPICS = {
    "temple": """temple=寺 monk=僧 shrine=神社 prayer=祈り buddha=仏 incense=線香 statue=像 pagoda=塔 gate=門 garden=庭 moss=苔
        priest=神主 bell=鐘 pilgrim=巡礼 festival=祭り lantern=灯籠 altar=祭壇 sutra=経 meditation=座禅 grave=墓 relic=遺物
        ceremony=儀式 spirit=霊 heaven=天 sect=宗派 teaching=教え offering=供物 sacred=神聖 founder=開祖 chant=読経""",
    "kitchen": """rice=米 fish=魚 soup=汁 noodle=麺 tofu=豆腐 tea=茶 salt=塩 sugar=砂糖 vegetable=野菜 egg=卵 meat=肉 pot=鍋
        knife=包丁 bowl=丼 chopsticks=箸 cook=料理人 taste=味 sauce=醤油 oil=油 bean=豆 seaweed=海苔 radish=大根 onion=玉葱
        shrimp=海老 eel=鰻 steam=蒸気 recipe=献立 breakfast=朝食 dinner=夕食 sweets=菓子""",
    "railway": """train=電車 station=駅 railway=鉄道 ticket=切符 passenger=乗客 platform=ホーム timetable=時刻表 driver=運転手
        bridge=橋 tunnel=トンネル bus=バス road=道路 car=自動車 bicycle=自転車 airport=空港 ship=船 harbour=港 speed=速度 luggage=荷物
        seat=座席 signal=信号 rail=線路 route=路線 transfer=乗換 fare=運賃 commuter=通勤 wheel=車輪 map=地図 traffic=交通 departure=出発""",
    "nature": """mountain=山 river=川 forest=森 tree=木 flower=花 bird=鳥 sea=海 lake=湖 island=島 rain=雨 snow=雪 wind=風 cloud=雲
        moon=月 sun=太陽 star=星 stone=石 grass=草 leaf=葉 cherry=桜 pine=松 bamboo=竹 deer=鹿 fox=狐 bear=熊 frog=蛙 insect=虫
        waterfall=滝 valley=谷 storm=嵐""",
    "history": """emperor=天皇 castle=城 war=戦争 samurai=武士 lord=大名 sword=刀 army=軍隊 battle=合戦 capital=都 palace=宮殿
        treaty=条約 law=法律 court=朝廷 noble=貴族 peasant=農民 tax=税 rebellion=反乱 throne=王座 dynasty=王朝 chronicle=年代記
        victory=勝利 enemy=敵 general=将軍 servant=家来 armour=鎧 horse=馬 flag=旗 exile=流罪 reform=改革 century=世紀""",
    "art": """painting=絵画 music=音楽 theatre=劇場 dance=踊り poem=詩 song=歌 drum=太鼓 flute=笛 mask=面 actor=役者 stage=舞台
        brush=筆 ink=墨 paper=紙 colour=色 novel=小説 poet=詩人 museum=美術館 pottery=陶器 silk=絹 kimono=着物 costume=衣装 film=映画
        photograph=写真 screen=屏風 craft=工芸 melody=旋律 string=弦 audience=観客 sculpture=彫刻""",
    "school": """school=学校 teacher=先生 student=学生 book=本 library=図書館 university=大学 lesson=授業 exam=試験 science=科学
        mathematics=数学 language=言語 letter=文字 pencil=鉛筆 desk=机 classroom=教室 homework=宿題 research=研究 professor=教授
        theory=理論 experiment=実験 knowledge=知識 question=質問 answer=答え dictionary=辞書 graduation=卒業 club=部活 essay=作文
        blackboard=黒板 computer=計算機 youth=若者""",
    "town": """house=家 shop=店 market=市場 street=通り park=公園 hospital=病院 doctor=医者 police=警察 bank=銀行 money=お金 company=会社
        worker=労働者 factory=工場 price=値段 customer=客 merchant=商人 newspaper=新聞 office=事務所 building=建物 roof=屋根 window=窓
        wall=壁 key=鍵 mayor=市長 election=選挙 tower=タワー hotel=ホテル restaurant=食堂 bath=風呂 neighbour=隣人""",
}

EVERYDAY = """person=人 child=子供 friend=友達 family=家族 mother=母 father=父 morning=朝 night=夜 day=日 year=年 spring=春 summer=夏
    autumn=秋 winter=冬 water=水 fire=火 hand=手 eye=目 heart=心 voice=声 name=名前 word=言葉 story=話 dream=夢 life=命 world=世界
    old=古い new=新しい big=大きい small=小さい"""


def dictionary(text):
    """Pairs of words in the order they stand."""
    return [tuple(entry.split("=")) for entry in text.split()]


def side(random, things, which, everything):
    """The words one side says of the things."""
    words = []
    for thing in things:
        if random.uniform() < 0.95:
            words.append(thing[which])
            if random.uniform() < 0.1:
                words.append(thing[which])
    words += [everything[random.below(len(everything))][which] for _ in range(random.below(2))]
    for last in range(len(words) - 1, 0, -1):
        other = random.below(last + 1)
        words[last], words[other] = words[other], words[last]
    return words


def ranked(random, things):
    """A thing of the list; the one of rank r with weight 1 / (r + 40)."""
    left = random.uniform() * sum(1 / (rank + 40) for rank in range(len(things)))
    for rank, thing in enumerate(things):
        left -= 1 / (rank + 40)
        if left < 0:
            return thing
    return things[-1]


def corpus():
    """Both files."""
    random = Random(SEED)
    topics = [dictionary(text) for text in TOPICS.values()]
    everyday = dictionary(EVERYDAY)
    everything = [thing for topic in topics for thing in topic] + everyday
    sides = [[], []]
    for index in range(PAIRS):
        main = topics[index % len(topics)]
        second = topics[(index + 1 + random.below(len(topics) - 1)) % len(topics)]
        named, things = [], []
        for _ in range(30 + random.below(11)):
            kind = random.uniform()
            if kind < 0.5:
                thing = ranked(random, main)
                if thing not in named:
                    named.append(thing)
            else:
                thing = ranked(random, second if kind < 0.8 else everyday)
            things.append(thing)
        titles = (f"The {named[0][0]} and the {named[1][0]}", f"{named[0][1]}と{named[1][1]}")
        for which in range(2):
            words = " ".join(side(random, things, which, everything))
            sides[which].append(f"P{index + 1:03}\t{titles[which]}\t{words}\n")
    return ["".join(lines) for lines in sides]


def main():
    entries = [entry for text in [*TOPICS.values(), EVERYDAY] for entry in dictionary(text)]
    for which in range(2):
        twice = repeated([entry[which] for entry in entries])
        if twice:
            sys.exit("words in two entries: " + " ".join(twice))
    for name, text in zip(("pairs.en.tsv", "pairs.ja.tsv"), corpus()):
        write_or_check(name, text)


if __name__ == "__main__":
    main()
