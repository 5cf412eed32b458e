#!/usr/bin/env python3
"""Writes crates/core/tests/fixtures/lda.json: topics of scikit-learn's batch LatentDirichletAllocation after some iterations from a
fixed start, the posterior of documents under them and the evidence lower bound, on generated word counts with an empty document.

Every iteration begins with the same distribution of topics in each document, in place of a random one.

Usage: scripts/make_lda_fixture.py > crates/core/tests/fixtures/lda.json      (needs numpy, scipy and scikit-learn)
"""
import json
import sys

import numpy as np
from scipy.special import psi
from sklearn.decomposition import LatentDirichletAllocation

rng = np.random.RandomState(3)
documents, words, topics = 25, 14, 3
truth = rng.dirichlet(np.full(words, 0.3), topics)
counts = np.stack([rng.multinomial(rng.randint(5, 30), rng.dirichlet(np.full(topics, 0.4)) @ truth) for _ in range(documents)])
counts[4] = 0
counts = counts.astype(float)
start = rng.gamma(100.0, 0.01, (topics, words))

results = []
for iterations in [1, 7]:
    model = LatentDirichletAllocation(topics, doc_topic_prior=0.3, topic_word_prior=0.2, learning_method="batch", random_state=0)
    model._init_latent_vars(words, dtype=np.float64)

    def place(components):
        model.components_ = components
        model.exp_dirichlet_component_ = np.exp(psi(components) - psi(components.sum(axis=1))[:, None])

    place(start.copy())
    for _ in range(iterations):
        _, statistics = model._e_step(counts, cal_sstats=True, random_init=False)
        place(model.topic_word_prior_ + statistics)
    gamma, _ = model._e_step(counts, cal_sstats=False, random_init=False)
    bound = model._approx_bound(counts, gamma, sub_sampling=False)
    results.append({"iterations": iterations, "lambda": model.components_.T.tolist(), "gamma": gamma.tolist(), "bound": bound})

json.dump({"alpha": 0.3, "beta": 0.2, "counts": counts.tolist(), "start": start.T.tolist(), "results": results}, sys.stdout)
