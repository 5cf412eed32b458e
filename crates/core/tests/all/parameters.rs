//! Every parameter of every model in many contexts: either it changes the run, or it is refused as having no effect.

use std::{collections::HashMap, sync::Arc, thread};

use ndarray::Array2;
use wordfield_core::{
    corpus::{Builtin, Corpus, Dataset, Size, SplitOptions, Task, TaskKind, VocabularyOptions, Weighting, WordVectors},
    model::{ModelKind, ParamView, Params, Predictions, Preset, Scores},
    param::{Domain, Value},
};

use wordfield_testing::planted;

/// Iterations of each run.
const ITERATIONS: usize = 5;

/// A preset, `q` and settings beside them; those a model does not have are left out.
type Context = (Preset, &'static str, &'static [(&'static str, &'static str)]);

/// The contexts every parameter is tried in.
const CONTEXTS: &[Context] = &[
    (Preset::Default, "2", &[]),
    (Preset::Default, "10", &[]),
    (Preset::Combined, "2", &[]),
    (Preset::Combined, "2", &[("map_weight", "0")]),
    (Preset::Paper, "2", &[]),
    (Preset::Default, "2", &[("frozen", "true"), ("start", "pca")]),
    (Preset::Default, "10", &[("embedding", "identity"), ("level2", "ngd")]),
    (Preset::Default, "2", &[("embedding", "polynomial"), ("learn_kernel", "true"), ("learn_sharpness", "true")]),
    (Preset::Paper, "2", &[("start", "spectral"), ("learn_gamma", "true"), ("batch", "6")]),
    (
        Preset::Default,
        "2",
        &[
            ("optimiser", "lbfgs:5"),
            ("embedding", "linear"),
            ("level2", "polynomial"),
            ("c", "5"),
            ("map_c", "1"),
            ("rho", "3"),
            ("refit", "true"),
        ],
    ),
];

/// Development documents: as many as the calibration of a process needs.
const DEV: usize = 30;

fn corpus(task: TaskKind) -> Arc<Corpus> {
    let mut corpus = planted(match task {
        TaskKind::Classes => Builtin::Topics,
        TaskKind::Ratings => Builtin::Reviews,
        TaskKind::Pairs => Builtin::Pairs,
    });
    if let Task::Pairs(pairs) = &corpus.task {
        // Words spelled alike on both sides, without which their weight has no effect.
        let (source, target) = corpus.lexicon.split_at_mut(pairs.source_words);
        target.iter_mut().zip(source).for_each(|(target, source)| target.clone_from(source));
    }
    Arc::new(corpus)
}

/// A corpus with its dataset under every weighting used so far.
struct Data {
    corpus: Arc<Corpus>,
    weighted: HashMap<Weighting, Arc<Dataset>>,
}

impl Data {
    fn under(&mut self, weighting: Weighting) -> Arc<Dataset> {
        let Self { corpus, weighted } = self;
        let build = || {
            let split = SplitOptions {
                train: Size::Count(24),
                dev: Size::Count(DEV),
                test: Some(Size::Count(12)),
                ..SplitOptions::default()
            };
            let words = VocabularyOptions { max_words: Some(25), ..VocabularyOptions::default() };
            let data = Dataset::build(Arc::clone(corpus), &split, &words, weighting).expect("a dataset");
            // Vectors, so that the weight of given vectors has an effect.
            let x = Array2::from_shape_fn((data.words.len(), 12), |(word, axis)| ((word * 5 + axis * 3) as f64).sin());
            let known = vec![true; data.words.len()];
            let vectors = WordVectors { source: "made up".to_owned(), x, known, keeps_origin: false };
            Arc::new(data.with_vectors(Arc::new(vectors)).expect("vectors of all words"))
        };
        Arc::clone(weighted.entry(weighting).or_insert_with(build))
    }
}

/// The report of a run: objectives, scores, stop reasons, positions and decisions, to the last bit, and the fitted model's note.
#[derive(Debug, PartialEq)]
struct Outcome {
    steps: Vec<String>,
    positions: Vec<u64>,
    decisions: Vec<u64>,
    scores: [Option<i64>; 3],
    note: Option<String>,
}

/// Runs some iterations; `None` where the parameters are not allowed.
fn run(data: &mut Data, params: &Params) -> Option<Outcome> {
    params.check().ok()?;
    let mut model = params.clone().start(data.under(params.weighting())).ok()?;
    let mut steps = Vec::new();
    for _ in 0..ITERATIONS {
        let progress = model.step().ok()?;
        steps.push(format!("{progress:?}"));
        if progress.stop.is_some() {
            break;
        }
    }
    model.ensure_evaluated();
    let snapshot = model.snapshot();
    let bits = |values: &[f64]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
    let decisions = match &snapshot.predictions {
        Predictions::Classes(classified) => bits(&classified.decisions.iter().copied().collect::<Vec<_>>()),
        Predictions::Ratings(rated) => bits(
            &rated.mean.iter().chain(rated.deviation.iter().flat_map(|deviation| deviation.iter())).copied().collect::<Vec<_>>(),
        ),
        Predictions::Matches(matched) => {
            matched.rows.iter().flat_map(|row| format!("{row:?}").into_bytes()).map(u64::from).collect()
        }
    };
    let positions = bits(&model.latent().into_iter().flatten().copied().collect::<Vec<_>>());
    let Scores { train, dev, test, .. } = snapshot.scores;
    // Rounded, because a parameter that cancels out still changes the last bits.
    let scores = [train, dev, test].map(|score| score.map(|score| (1e6 * score).round() as i64));
    let note = model.trained().note();
    Some(Outcome { steps, positions, decisions, scores, note })
}

/// Other values of a parameter that could change a run.
fn others(view: &ParamView, now: Value, params: &Params) -> Vec<Value> {
    let learned = |key: &str| match params.value(key) {
        Some(Value::Real(value)) => value,
        _ => 1.0,
    };
    let bound = |key: &str, factor: f64| vec![Value::Real(factor * learned(key))];
    let values = match (view.key, now) {
        // A bound next to the first value holds a number that is learned, provided that the number moves towards it.
        ("gamma_min", _) => bound("gamma", 1.0 - 1e-9),
        ("gamma_max", _) => bound("gamma", 1.0 + 1e-9),
        ("sharpness_min", _) => bound("sharpness", 1.0 - 1e-9),
        ("sharpness_max", _) => bound("sharpness", 1.0 + 1e-9),
        ("kernel_reach", _) => vec![Value::Real(1.0 + 1e-9)],
        // Three small changes in a row stop a run at the earliest; without the test it goes on.
        ("converge", _) => [0.999, 0.0].map(Value::Real).to_vec(),
        (_, Value::Real(now)) => [7.0 * now, 0.3 * now, 0.9, 0.4, 0.05].map(Value::Real).to_vec(),
        (_, Value::Whole(now)) => [1, 2, 3, 5, now + 1].map(Value::Whole).to_vec(),
        (_, Value::Switch(on)) => vec![Value::Switch(!on)],
        (_, Value::Choice(_)) => match view.domain {
            Domain::Choice(all) => all.iter().map(|choice| Value::Choice(choice.key)).collect(),
            _ => Vec::new(),
        },
    };
    values.into_iter().filter(|&value| value != now && view.domain.holds(value)).collect()
}

/// What came of a model's parameters in all contexts.
#[derive(Default)]
struct Findings {
    wrong: Vec<String>,
    active: usize,
    refused: usize,
}

fn examine(kind: ModelKind) -> Findings {
    let mut findings = Findings::default();
    let mut data = Data { corpus: corpus(kind.info().task), weighted: HashMap::new() };
    for (preset, q, settings) in CONTEXTS {
        let q = q.parse().expect("a number");
        let mut params = Params::preset(kind, *preset, q);
        let own: Vec<_> = settings.iter().copied().filter(|(key, _)| params.key(key).is_some()).collect();
        // A value the model does not have, as a kernel that is no covariance, leaves the context to the others.
        if params.set_all(&own).is_err() {
            continue;
        }
        let Some(before) = run(&mut data, &params) else { continue };
        // Of the two bounds of a number, one that is without effect alone: the number moves towards the other.
        let mut idle: Vec<(String, String)> = Vec::new();
        for view in params.views() {
            let Some(now) = view.value else { continue };
            let reason = params.inactive(view.key);
            // Two values show well enough that a refused parameter changes nothing.
            let values = others(&view, now, &params);
            let most = if reason.is_some() { 2 } else { values.len() };
            let mut changes = [false, false];
            for value in values.into_iter().take(most) {
                let mut other = params.clone();
                if other.put(view.key, value).is_err() {
                    continue;
                }
                if let Some(after) = run(&mut data, &other) {
                    changes = [changes[0] || after != before, changes[1] || after.scores != before.scores];
                }
                if changes[0] && reason.is_none() {
                    break;
                }
            }
            let context = format!("{kind:?} {preset:?} q={q} {own:?}: {}", view.key);
            match (changes, reason) {
                ([false, _], None) if view.key.ends_with("_min") || view.key.ends_with("_max") => {
                    let bound = (view.key.split('_').next().unwrap_or_default().to_owned(), context);
                    if let Some(at) = idle.iter().position(|(other, _)| *other == bound.0) {
                        let (_, other) = idle.remove(at);
                        findings.wrong.push(format!("{other} and {} are accepted and change nothing", view.key));
                    } else {
                        idle.push(bound);
                    }
                }
                // On this corpus every support document is at its bound, which any tolerance finds.
                ([false, _], None) if matches!(kind, ModelKind::PolySvm | ModelKind::SvdSmm) && view.key == "tolerance" => {
                    findings.active += 1;
                }
                ([false, _], None) => findings.wrong.push(format!("{context} is accepted and changes nothing")),
                ([_, true], Some(reason)) => {
                    findings.wrong.push(format!("{context} changes the scores, but is refused: {reason}"));
                }
                (_, None) => findings.active += 1,
                (_, Some(_)) => findings.refused += 1,
            }
        }
    }
    findings
}

#[test]
fn every_parameter_changes_the_run_or_is_refused() {
    let all: Vec<Findings> = thread::scope(|scope| {
        let models: Vec<_> = ModelKind::ALL.iter().map(|&kind| scope.spawn(move || examine(kind))).collect();
        models.into_iter().map(|model| model.join().expect("no panic")).collect()
    });
    let (active, refused) = (all.iter().map(|of| of.active).sum::<usize>(), all.iter().map(|of| of.refused).sum::<usize>());
    let wrong: Vec<&str> = all.iter().flat_map(|of| &of.wrong).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), active + refused + wrong.len(), wrong.join("\n"));
    assert!(active > 200 && refused > 60, "{active} active and {refused} refused");
}

#[test]
fn settings_given_together_are_checked_together() {
    let mut params = Params::preset(ModelKind::Smm, Preset::Default, 2);
    let settings = [("gamma_max", "50"), ("learn_gamma", "true"), ("embedding", "rbf")];
    params.set_all(&settings).expect("settings");
    assert_eq!(params.check_effect(&settings), Ok(()));
    let (place, error) = Params::preset(ModelKind::Gp, Preset::Default, 2).check_effect(&settings).expect_err("no effect");
    assert_eq!(
        (place, error.to_string().as_str()),
        (0, "gamma_max = 50 has no effect: gamma is not learned: set learn_gamma=true")
    );
}

#[test]
fn keys_of_earlier_versions_name_the_same_parameters() {
    for (former, key, value) in
        [("keep", "word_keep_rate", "0.6"), ("decay", "hold_steps", "70"), ("Average", "ema_decay", "0.3")]
    {
        for kind in [ModelKind::Smm, ModelKind::Gp, ModelKind::Matching] {
            let [mut old, mut new] = [(); 2].map(|()| Params::preset(kind, Preset::Default, 2));
            old.set_all(&[(former, value)]).expect("the former key");
            new.set_all(&[(key, value)]).expect("the key");
            assert_eq!(old, new, "{kind:?}: {former}");
            assert_ne!(new, Params::preset(kind, Preset::Default, 2), "{kind:?}: {key}");
        }
    }
}
