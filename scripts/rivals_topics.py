#!/usr/bin/env python3
"""Rivals of the topic models on the splits and words of a finished study of examples/grids/topics.toml, for figures side by side:
LDA + linear SVM of scikit-learn beside MedLDA, supervised LDA of tomotopy beside ours.

    rivals_topics.py STUDY --data FOLDER [--starts 3] [--corpus LABEL...] [--topics K...]

FOLDER is where the paths of the study's files begin. Priors, C, SVMs of pairs of classes or of each class against all others, the
variance of the ratings and the best of STARTS random starts are chosen on the development part; the test part is read once. Prints a
line for each corpus and number of topics: mean and standard deviation over the seeds, of the rival and of Wordfield.
Needs numpy, scipy, scikit-learn, and tomotopy for ratings.
"""
import argparse
import csv
import gzip
import json
import re
from collections import defaultdict
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import sklearn
from sklearn.decomposition import LatentDirichletAllocation
from sklearn.svm import SVC, LinearSVC

from rivals import counts, load

BOUNDS = 4.0 ** np.arange(-2, 7)
# Priors of LDA: larger than those of habit, and than the 1 that scikit-learn allows. With smaller ones it is worse.
TOPIC_PRIORS = (0.1, 1.0, 5.0)
WORD_PRIORS = (0.1, 0.5)
# Priors and variances of supervised LDA.
PRIORS = (0.02, 0.1)
VARIANCES = (0.01, 0.1, 0.3, 1.0)


@cache
def classes_of(paths):
    return load(paths)


@cache
def ratings_of(path, stop):
    """Ratings and words of a table of rating, title, text, words cut at everything but letters and apostrophes."""
    drop = set(Path(stop).read_text(encoding="utf8").split())
    with gzip.open(path, "rt", encoding="utf8", newline="") as lines:
        rows = [row for row in csv.reader(lines, delimiter="\t") if len(row) > 1]
    words = [[w for w in re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)*", " ".join(row[1:]).lower()) if w not in drop] for row in rows]
    return np.array([float(row[0]) for row in rows]), words


def lda_svm(matrix, labels, split, topics, starts):
    """Test accuracy of LDA + linear SVM, everything chosen on the development part."""
    best = (-1.0, None, None)
    for prior, of_words, start in product(TOPIC_PRIORS, WORD_PRIORS, range(starts)):
        priors = {"doc_topic_prior": prior, "topic_word_prior": of_words}
        lda = LatentDirichletAllocation(topics, **priors, max_iter=40, random_state=start)
        train = lda.fit_transform(matrix[split["train"]])
        dev = lda.transform(matrix[split["dev"]])
        for bound in BOUNDS:
            for svm in LinearSVC(C=bound, max_iter=20_000), SVC(kernel="linear", C=bound):
                svm.fit(train, labels[split["train"]])
                best = max(best, (svm.score(dev, labels[split["dev"]]), lda, svm), key=lambda found: found[0])
    _, lda, svm = best
    return svm.score(lda.transform(matrix[split["test"]]), labels[split["test"]])


def supervised_lda(words, ratings, split, topics, starts, least):
    """Test error of tomotopy's supervised LDA, everything chosen on the development part."""
    import tomotopy

    mean, sd = ratings[split["train"]].mean(), ratings[split["train"]].std()

    def error(model, part):
        documents = [(i, model.make_doc(words[i])) for i in split[part] if words[i]]
        documents = [(i, document) for i, document in documents if document is not None and len(document.words)]
        predicted = np.full(len(words), mean)
        model.infer([document for _, document in documents], iterations=200, workers=1)
        for i, document in documents:
            predicted[i] = mean + sd * model.estimate(document)[0]
        return np.sqrt(np.mean((predicted[split[part]] - ratings[split[part]]) ** 2))

    best = (np.inf, np.inf)
    for prior in PRIORS:
        for variance in VARIANCES:
            for start in range(starts):
                model = tomotopy.SLDAModel(
                    k=topics, vars=["l"], alpha=prior, eta=0.1, nu_sq=[variance], min_df=least, seed=start
                )
                for i in split["train"]:
                    if words[i]:
                        model.add_doc(words[i], [(ratings[i] - mean) / sd])
                model.train(600, workers=1)
                chosen = error(model, "dev")
                if chosen < best[0]:
                    best = (chosen, error(model, "test"))
    return best[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("study", type=Path)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--starts", type=int, default=3)
    parser.add_argument("--corpus", nargs="+", help="labels of corpora; all without it")
    parser.add_argument("--topics", nargs="+", type=int, help="numbers of topics; all without it")
    args = parser.parse_args()
    sklearn.set_config(skip_parameter_validation=True)
    found = defaultdict(list)
    for cell in json.loads((args.study / "plan.json").read_text())["cells"]:
        record = args.study / "cells" / f"{cell['id']}.json"
        if not record.exists() or cell["label"] not in ("MedLDA", "supervised LDA"):
            continue
        topics = int(cell["at"]["topics"])
        if args.corpus and cell["corpus"] not in args.corpus or args.topics and topics not in args.topics:
            continue
        report = json.loads(record.read_text())["report"]
        data, split = report["experiment"]["data"], report["split"]
        paths = tuple(str(args.data / path) for path in data["origin"]["files"][0])
        threshold = data["vocabulary"]["threshold"]
        if cell["label"] == "MedLDA":
            labels, documents = classes_of(paths)
            matrix = counts(documents, split["train"], threshold["Share"])
            rival = lda_svm(matrix, labels, split, topics, args.starts)
            own = report["metrics"]["test"]["accuracy"]
        else:
            ratings, words = ratings_of(paths[0], str(args.data / data["text"]["stop_words"]["File"]))
            assert len(words) == report["documents"], (len(words), report["documents"])
            rival = supervised_lda(words, ratings, split, topics, args.starts, threshold["Documents"])
            own = report["metrics"]["test"]["rmse"]
        found[cell["corpus"], cell["label"], topics].append((rival, own))
        print(f"# {cell['corpus']}, {topics} topics, seed {cell['seed']}: rival {rival:.4f}, Wordfield {own:.4f}", flush=True)
    print("corpus\tmodel\ttopics\tseeds\trival\tsd\tWordfield\tsd")
    for (corpus, label, topics), values in found.items():
        (rival, own), (a, b) = np.mean(values, 0), np.std(values, 0, ddof=min(1, len(values) - 1))
        print(f"{corpus}\t{label}\t{topics}\t{len(values)}\t{rival:.4f}\t{a:.4f}\t{own:.4f}\t{b:.4f}")


if __name__ == "__main__":
    main()
