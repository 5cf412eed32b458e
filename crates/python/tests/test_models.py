"""Texts and counts, files and pickles, pipelines and searches, progress and Ctrl-C."""

import os
import pickle
import signal
import subprocess
import threading
import time

import joblib
import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.svm import SVC

import wordfield
from wordfield import GPLVSM, CrossDomainMatching, LatentDistributionKernel, LatentSMM, MMDTest, PairChecker, models


@pytest.fixture(scope="module")
def smm(topics):
    return LatentSMM(max_iter=40).fit(*topics)


def test_texts_are_classified_with_vectors_and_probabilities(smm, topics):
    texts, classes = topics
    assert smm.score(texts, classes) > 0.9
    assert smm.word_vectors_.shape == (len(smm.words_), 2)
    assert smm.transform(texts).shape == (90, 2)
    assert np.allclose(smm.predict_proba(texts).sum(axis=1), 1)
    assert np.array_equal(smm.classes_[smm.decision_function(texts).argmax(axis=1)], smm.predict(texts))


def test_counts_named_by_their_words_predict_like_texts(topics):
    texts, classes = topics
    vectorizer = CountVectorizer(token_pattern=r"\w+")
    counts = vectorizer.fit_transform(texts)
    of_counts = LatentSMM(max_iter=40, vocabulary=vectorizer.get_feature_names_out()).fit(counts, classes)
    of_texts = LatentSMM(max_iter=40, min_df=1).fit(texts, classes)
    assert np.array_equal(of_counts.decision_function(counts), of_texts.decision_function(texts))
    assert np.array_equal(of_counts.decision_function(texts), of_texts.decision_function(texts))


@pytest.mark.parametrize("copy", [lambda of: pickle.loads(pickle.dumps(of)), "joblib"])
def test_copies_predict_the_same_bits(smm, topics, copy, tmp_path):
    if copy == "joblib":
        joblib.dump(smm, tmp_path / "smm.joblib")
        copied = joblib.load(tmp_path / "smm.joblib")
    else:
        copied = copy(smm)
    assert np.array_equal(copied.decision_function(topics[0]), smm.decision_function(topics[0]))
    again = clone(smm).fit(*topics)
    assert np.array_equal(again.decision_function(topics[0]), smm.decision_function(topics[0]))


def test_pipeline_and_parallel_search(topics):
    pipeline = make_pipeline(CountVectorizer(), LatentSMM(max_iter=20, n_jobs=1))
    search = GridSearchCV(pipeline, {"latentsmm__q": [1, 2], "latentsmm__rho": [0.01, 1.0]}, cv=3, n_jobs=2).fit(*topics)
    assert search.best_score_ > 0.9
    assert set(search.best_params_) == {"latentsmm__q", "latentsmm__rho"}


def test_ratings_with_deviations(reviews):
    texts, ratings = reviews
    model = GPLVSM(max_iter=40).fit(texts, ratings)
    means, deviations = model.predict(texts, return_std=True)
    assert model.score(texts, ratings) > 0.5 and (deviations > 0).all() and means.shape == (100,)
    two = GPLVSM(max_iter=5).fit(texts, np.stack([ratings, -ratings], axis=1))
    assert two.predict(texts).shape == (100, 2)


def test_partners_are_found(pairs):
    sources, targets = pairs
    model = CrossDomainMatching(q=20).fit(sources[:100], targets[:100])
    nearest, distances = model.match(sources[100:], targets[100:], n_neighbors=3)
    assert nearest.shape == distances.shape == (20, 3) and (np.diff(distances) >= 0).all()
    assert model.score(sources[100:], targets[100:]) > 0.5
    assert np.allclose(model.distances(sources[100:], targets[100:]).min(axis=1), distances[:, 0])
    assert model.transform(sources).shape == model.transform_target(targets).shape == (120, 20)


def test_wrong_pairs_are_doubtful(pairs):
    sources, targets = list(pairs[0]), list(pairs[1])
    targets[3], targets[50] = targets[50], targets[3]
    checker = PairChecker(n_splits=4).fit(sources, targets)
    assert set(checker.most_doubtful()[:2]) == {3, 50}
    assert list(checker.suggestion_[[3, 50]]) == [50, 3]


def test_kernel_and_its_test_of_two_sets(topics):
    texts, classes = np.array(topics[0]), topics[1]
    kernel = LatentDistributionKernel(LatentSMM(max_iter=20)).fit(texts[::2], classes[::2])
    gram = kernel.gram(texts)
    assert np.allclose(gram, gram.T) and np.linalg.eigvalsh(gram).min() > -1e-8
    svm = make_pipeline(kernel, SVC(kernel="precomputed")).fit(texts[::2], classes[::2])
    assert svm.score(texts[1::2], classes[1::2]) > 0.9
    test = MMDTest(kernel.estimator_, n_permutations=199)
    unseen = {name: texts[1::2][classes[1::2] == name] for name in set(classes)}
    assert test.test(unseen["sport"], unseen["space"]).pvalue < 0.05
    assert test.test(unseen["sport"][::2], unseen["sport"][1::2]).pvalue > 0.01


@pytest.mark.parametrize("name", models.__all__)
def test_every_model_is_fitted_saved_and_loaded(name, topics, reviews, pairs, tmp_path):
    own = {"max_iter": 5} | ({"vectors": "english"} if name in ("VectorSMM", "WordVectorCCA") else {})
    model = getattr(models, name)(**own)
    kind = next(task for of, task, _ in wordfield._wordfield.models() if of == model._model)
    X, y = {"classes": topics, "ratings": reviews, "partners": pairs}[kind]
    path = tmp_path / "model.wordfield"
    model.fit(X, y).save(path)
    loaded = wordfield.load(path)
    assert type(loaded) is type(model)
    again = clone(loaded).set_params(**own).fit(X, y)
    for other in (loaded, again):
        if kind == "partners":
            assert np.array_equal(other.distances(X, y), model.distances(X, y))
        else:
            assert np.array_equal(other.predict(X), model.predict(X))


def test_the_program_predicts_the_same_bits(program, smm, topics, tmp_path):
    texts, classes = topics
    model, corpus = tmp_path / "smm.wordfield", tmp_path / "topics.tsv"
    smm.save(model)
    corpus.write_text("".join(f"{name}\t{text}\n" for name, text in zip(classes, texts)))
    out = tmp_path / "predicted.csv"
    subprocess.run([*program, "predict", model, "--corpus", corpus, "--out", out], check=True, capture_output=True)
    predicted = pd.read_csv(out)
    assert list(predicted["predicted"]) == list(smm.predict(texts))
    _, decisions, pairs, _ = smm.model_.classify(texts)
    names = smm.model_.targets
    for column, (a, b) in zip(decisions.T, pairs):
        assert np.array_equal(predicted[f"{names[a]} | {names[b]}"], column)


def test_the_program_trains_what_python_opens(program, topics, tmp_path):
    texts, classes = topics
    corpus, model, out = tmp_path / "topics.tsv", tmp_path / "smm.wordfield.gz", tmp_path / "predicted.csv"
    corpus.write_text("".join(f"{name}\t{text}\n" for name, text in zip(classes, texts)))
    train = ["train", "smm", "--corpus", corpus, "--train", "81", "--dev", "9", "--test", "0", "--iterations", "40", "--save", model]
    subprocess.run([*program, *map(str, train)], check=True, capture_output=True)
    subprocess.run([*program, "predict", model, "--corpus", corpus, "--out", out], check=True, capture_output=True)
    predicted = pd.read_csv(out)
    loaded = wordfield.load(model)
    assert list(predicted["predicted"]) == list(loaded.predict(texts))
    of_python = LatentSMM(max_iter=40).fit(texts, classes)
    assert np.array_equal(loaded.word_vectors_, of_python.word_vectors_)
    assert np.array_equal(loaded.decision_function(texts), of_python.decision_function(texts))


def test_progress_may_end_a_training(topics):
    seen = []
    model = LatentSMM(max_iter=1000, patience=0, callback=lambda iteration, objective, score: seen.append(objective) or iteration >= 7)
    model.fit(*topics)
    assert 7 <= model.n_iter_ < 1000 and np.isfinite(seen).all()

    def fails(*_):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        LatentSMM(callback=fails).fit(*topics)


@pytest.fixture
def ctrl_c():
    # A process that a shell starts in the background ignores Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_ends_a_training_and_other_threads_run(topics, ctrl_c):
    ticks = []
    stop = threading.Event()

    def tick():
        while not stop.wait(0.01):
            ticks.append(time.monotonic())

    thread = threading.Thread(target=tick, daemon=True)
    thread.start()
    texts, classes = topics
    began = time.monotonic()
    ctrl_c.start()
    with pytest.raises(KeyboardInterrupt):
        # Documents are many, so that nothing converges before.
        LatentSMM(max_iter=10**9, patience=0, validation_fraction=0).fit(list(texts) * 20, np.tile(classes, 20))
    stop.set()
    thread.join()
    assert time.monotonic() - began < 5 and len(ticks) > 20


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"gamma": -1}, "gamma"),
        ({"preset": "best"}, "give default, combined or paper"),
        ({"validation_fraction": 2.0}, "give a share from 0, below 1"),
        ({"stemmer": "klingon"}, "stemmer=klingon"),
        ({"weighting": "heavy"}, "weighting"),
    ],
)
def test_wrong_parameters_are_named(topics, parameters, message):
    with pytest.raises(ValueError, match=message):
        LatentSMM(**parameters).fit(*topics)


def test_wrong_documents_are_named(topics, smm, tmp_path):
    texts, classes = topics
    for X, y, message in [
        ("one text", classes, "a list of texts"),
        (texts, classes[:5], "inconsistent numbers"),
        (texts, ["one"] * 90, "two classes or more"),
        (-np.ones((90, 3)), classes, "Negative values"),
    ]:
        with pytest.raises(ValueError, match=message):
            LatentSMM().fit(X, y)
    with pytest.raises(ValueError, match="fitted to texts"):
        smm.predict(np.ones((2, 3)))
    with pytest.raises(OSError, match="cannot be read"):
        wordfield.load(tmp_path / "missing")
    (tmp_path / "text").write_text("no model")
    with pytest.raises(ValueError, match="text"):
        wordfield.load(tmp_path / "text")
    with pytest.raises(ValueError, match="names no files"):
        wordfield.show(smm)


def test_the_window_opens_on_model_and_documents(program, smm, topics, tmp_path):
    if not os.environ.get("DISPLAY"):
        pytest.skip("there is no display")
    picture = tmp_path / "window.png"
    shown = wordfield.show(smm, *topics, "--screenshot", str(picture), "--after", "1")
    assert shown.wait(120) == 0 and picture.stat().st_size > 10_000
