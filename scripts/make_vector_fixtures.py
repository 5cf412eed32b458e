#!/usr/bin/env python3
"""Word vectors in every form that is read, written by gensim and NumPy into crates/core/tests/fixtures/vectors/.

Needs gensim 4 and numpy: pip install gensim numpy. Usage: make_vector_fixtures.py
All files hold the same numbers, which stand in expected.json too; trained.vec is of a small fastText model trained by
gensim, whose numbers are in trained.json.
"""
import gzip
import json
import os
import shutil

import gensim
import numpy as np
from gensim.models import FastText, KeyedVectors

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.join(HERE, "..", "tests", "fixtures", "vectors")
WORDS = ["the", "Paris", "paris", "don't", "été", "日本", "3.14", "cat", "dog"]
DIMENSION = 5


def path(name):
    return os.path.join(FOLDER, name)


def packed(name):
    """A file's gzipped copy, without a time in it: the same bytes every time."""
    with open(path(name), "rb") as plain, open(path(name + ".gz"), "wb") as out:
        with gzip.GzipFile(filename="", mode="wb", fileobj=out, mtime=0) as packed:
            shutil.copyfileobj(plain, packed)


def table(words, vectors):
    return {"gensim": gensim.__version__, "words": words, "vectors": [[float(x) for x in row] for row in vectors]}


def write(name, content):
    with open(path(name), "w", encoding="utf-8") as out:
        json.dump(content, out, ensure_ascii=False, indent=1)
        out.write("\n")


def main():
    os.makedirs(FOLDER, exist_ok=True)
    vectors = np.random.default_rng(5).normal(0, 0.4, (len(WORDS), DIMENSION)).astype(np.float32)
    keyed = KeyedVectors(DIMENSION)
    keyed.add_vectors(WORDS, vectors)
    keyed.save_word2vec_format(path("word2vec.txt"), binary=False)
    keyed.save_word2vec_format(path("word2vec.bin"), binary=True)
    keyed.save_word2vec_format(path("glove.txt"), binary=False, write_header=False)
    for name in ["word2vec.txt", "word2vec.bin"]:
        packed(name)
    for name, array in {
        "rows_f4.npy": vectors,
        "rows_f8.npy": vectors.astype("<f8"),
        "columns_f4.npy": np.asfortranarray(vectors),
        "columns_f8.npy": np.asfortranarray(vectors.astype("<f8")),
        "big_endian.npy": vectors.astype(">f4"),
    }.items():
        np.save(path(name), array)
    packed("rows_f4.npy")
    with open(path("words.txt"), "w", encoding="utf-8") as out:
        out.writelines(word + "\n" for word in WORDS)
    write("expected.json", table(WORDS, vectors))

    texts = [["red", "apple", "tree"], ["green", "apple", "pie"], ["red", "tree", "leaf"]] * 5
    model = FastText(texts, vector_size=4, min_count=1, bucket=50, epochs=3, seed=1, workers=1)
    model.wv.save_word2vec_format(path("trained.vec"), binary=False)
    trained = list(model.wv.index_to_key)
    write("trained.json", table(trained, [model.wv.get_vector(word) for word in trained]))


if __name__ == "__main__":
    main()
