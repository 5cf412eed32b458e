//! Tests of complete training runs: results, rows, determinism, odd corpora, live changes, the saved model.

use crate::{corpus::Fields, memory::Budget, model::fitted::Fitted};

use super::*;

/// Pairs about one of four topics each, in two artificial languages, with `extra` more targets than sources.
fn corpus(pairs: usize, extra: usize) -> Arc<Corpus> {
    let mut rng = StdRng::seed_from_u64(3);
    let mut documents = Vec::new();
    let topics: Vec<[usize; 3]> = (0..pairs + extra).map(|_| std::array::from_fn(|_| rng.random_range(0..12))).collect();
    for (side, count) in [("en", pairs), ("xx", pairs + extra)] {
        for (i, topics) in topics.iter().enumerate().take(count) {
            let mut words = vec![];
            if i % 17 != 5 {
                for _ in 0..15 {
                    let own = rng.random_bool(0.7);
                    let topic = topics[rng.random_range(0..3)];
                    let word = if own { topic * 3 + rng.random_range(0..3) } else { 36 + rng.random_range(0..9) };
                    words.push((format!("{side}{word:02}"), 1.0));
                }
            }
            documents.push(RawDocument {
                title: i.to_string(),
                label: side.into(),
                body: Body::Words(words),
                fields: Fields::default(),
            });
        }
    }
    let mut task = Pairs::aligned(pairs);
    task.partner.extend((0..extra).map(|_| None));
    let raw = RawCorpus {
        name: "made up".into(),
        format: Format::Lines,
        task: Task::Pairs(task),
        documents,
        unlabelled: 0,
        files: Vec::new(),
        notes: vec![],
    };
    Arc::new(Corpus::build(raw, &TextOptions::default()).unwrap())
}

fn dataset(corpus: &Arc<Corpus>, train: usize, dev: usize) -> Arc<Dataset> {
    let split = SplitOptions { train: Size::Count(train), dev: Size::Count(dev), stratified: false, ..SplitOptions::default() };
    let vocabulary = VocabularyOptions::reaching(Threshold::Documents(1));
    Arc::new(Dataset::build(Arc::clone(corpus), &split, &vocabulary, Weighting::Count).unwrap())
}

fn matching(data: &Arc<Dataset>, set: &[(&str, &str)]) -> Matching {
    Matching::new(Arc::clone(data), params(set).check().unwrap()).unwrap()
}

#[test]
fn partners_are_learned_by_every_optimiser() {
    let data = dataset(&corpus(160, 10), 100, 30);
    for set in [
        vec![],
        vec![("normalise", "true"), ("sharpness", "20"), ("symmetric", "false"), ("start", "random"), ("rho", "0.1")],
        vec![("optimiser", "lbfgs:1"), ("keep", "1"), ("rho", "0.1"), ("sharpness", "50"), ("start", "pca")],
        vec![("batch", "40"), ("weighting", "tf-idf"), ("rho", "0.1")],
    ] {
        let mut model = matching(&data, &set);
        model.evaluate();
        let before = model.solution().parts[1].precision(1).unwrap();
        for _ in 0..100 {
            if model.step().unwrap().stop.is_some() {
                break;
            }
        }
        model.restore_best();
        let after = model.solution().parts[1].precision(1).unwrap();
        assert!(after > 0.2 && after >= before, "{set:?}: {before} then {after}");
    }
}

#[test]
fn the_default_of_many_dimensions_is_the_canonical_start() {
    let data = dataset(&corpus(160, 10), 100, 30);
    let params = MatchParams::preset(Preset::Default, 20);
    let mut model = Matching::new(Arc::clone(&data), params.check().unwrap()).unwrap();
    let before = model.latent().unwrap().clone();
    assert_eq!(model.step().unwrap().stop, Some(crate::model::StopReason::NothingMoves));
    model.restore_best();
    assert_eq!(*model.latent().unwrap(), before);
    let found = &model.solution().parts[1];
    assert!(
        found.precision(1) > Some(0.3) && found.precision(5) > Some(0.7),
        "{:?} {:?}",
        found.precision(1),
        found.precision(5)
    );
}

#[test]
fn words_spelled_alike_are_reported_where_they_matter() {
    let data = dataset(&corpus(40, 0), 30, 5);
    let note = |private| {
        let mut model = matching(&data, &[("private", private)]);
        model.trained().note()
    };
    assert_eq!(note("0"), None);
    assert_eq!(note("2").as_deref(), Some("0 words are spelled alike on both sides and count as the same."));
}

#[test]
fn every_source_document_has_a_row_in_its_part() {
    let data = dataset(&corpus(60, 9), 30, 10);
    let mut model = matching(&data, &[]);
    model.evaluate();
    let snapshot = model.snapshot();
    let matched = snapshot.matched().unwrap();
    assert_eq!(matched.rows.iter().map(|row| row.document).collect::<Vec<_>>(), (0..60).collect::<Vec<_>>());
    let parts = [&data.split.train, &data.split.dev, &data.split.test];
    for row in matched.rows.iter() {
        assert_eq!(row.partner, Some(row.document + 60));
        let part = parts.iter().find(|part| part.contains(&row.document)).unwrap();
        let extra = row.best >= 120 && part.len() == 60;
        assert!(part.contains(&row.best) || extra, "{row:?}");
        assert!(row.rank.unwrap() >= 1 && row.reverse_rank.is_some() && row.margin >= 0.0);
    }
    assert_eq!(model.estimator().parts.train.targets.len(), 39, "targets without a partner are candidates in training");
}

#[test]
fn the_same_seed_gives_the_same_run_and_another_seed_another() {
    let data = dataset(&corpus(60, 3), 40, 10);
    let run = |seed: &str| {
        let mut model = matching(&data, &[("seed", seed), ("batch", "20"), ("keep", "0.5")]);
        let objectives: Vec<_> = (0..6).map(|_| model.step().unwrap().objective.to_bits()).collect();
        (objectives, model.latent().unwrap().clone())
    };
    assert_eq!(run("4"), run("4"));
    assert_ne!(run("4").1, run("5").1);
}

#[test]
fn full_batch_descent_lowers_the_objective() {
    let data = dataset(&corpus(60, 0), 40, 10);
    let mut model = matching(&data, &[("optimiser", "lbfgs:1"), ("keep", "1"), ("sharpness", "10"), ("rho", "0.01")]);
    let objectives: Vec<f64> = (0..20).map(|_| model.step().unwrap().objective).collect();
    assert!(objectives.windows(2).all(|pair| pair[1] <= pair[0] + 1e-9), "{objectives:?}");
    assert!(objectives[19] < 0.9 * objectives[0], "{objectives:?}");
}

#[test]
fn learned_numbers_stay_within_their_bounds() {
    let data = dataset(&corpus(60, 0), 40, 10);
    let bounds = [
        ("learn_gamma", "true"),
        ("gamma_min", "0.9"),
        ("gamma_max", "1.2"),
        ("learn_sharpness", "true"),
        ("sharpness", "20"),
        ("sharpness_min", "19"),
        ("sharpness_max", "22"),
        ("sharpness_prior", "0"),
    ];
    let mut model = matching(&data, &bounds);
    for _ in 0..30 {
        model.step().unwrap();
    }
    model.evaluate();
    let model = model.model();
    assert!(
        (0.9..=1.2 + 1e-12).contains(&model.embedding.gamma().unwrap()) && (19.0 - 1e-9..=22.0 + 1e-9).contains(&model.sharpness)
    );
    assert!((model.sharpness - 20.0).abs() > 1e-3, "the number is learned");
}

#[test]
fn a_saved_model_predicts_bitwise_equal_results() {
    let data = dataset(&corpus(60, 5), 40, 10);
    for set in [&[][..], &[("spectral_weight", "0.7"), ("identity_weight", "0.5"), ("level2", "rbf")]] {
        let mut trained = matching(&data, set);
        for _ in 0..5 {
            trained.step().unwrap();
        }
        let FittedModel::Matching(model) = trained.trained() else { panic!("a matching") };
        assert_eq!(Fitted::problem(&model), None);
        let read: MatchModel = serde_json::from_str(&serde_json::to_string(&model).unwrap()).unwrap();
        assert_eq!(read, model);
        let sides = &trained.estimator().parts.test.sides;
        let (before, after) = (model.distances(&sides.source, &sides.target), read.distances(&sides.source, &sides.target));
        assert!(before.iter().zip(&after).all(|(a, b)| a.to_bits() == b.to_bits()));
    }
}

#[test]
fn components_beside_the_map_find_partners_and_can_be_changed() {
    let data = dataset(&corpus(160, 10), 100, 30);
    let few = [("batch", "40"), ("keep", "0.8")];
    let precision = |set: &[(&str, &str)]| {
        let mut model = matching(&data, &[&few, set].concat());
        for _ in 0..30 {
            model.step().unwrap();
        }
        model.evaluate();
        model.solution().parts[1].precision(1).unwrap()
    };
    let (alone, with) = (precision(&[]), precision(&[("spectral_weight", "1")]));
    assert!(with > alone, "{with} with canonical directions, {alone} without");
    let mut model = matching(&data, &few);
    model.step().unwrap();
    assert!(model.trained().note().is_none() && model.snapshot().documents.ldk.components.is_none());
    model.change(LiveChange::real("spectral_weight", 2.0)).unwrap();
    let before = model.value();
    model.step().unwrap();
    model.evaluate();
    let components = model.snapshot().documents.ldk.components.unwrap();
    assert_eq!((components.others.len(), components.others[0].source), (1, Source::Spectral));
    assert!(before.is_some() && model.value() != before);
    let snapshot = model.snapshot();
    let parts = &snapshot.matched().unwrap().component_parts;
    assert_eq!(parts.iter().map(|part| part.0).collect::<Vec<_>>(), [Source::Map, Source::Spectral]);
    assert_relative_eq!(parts.iter().map(|part| part.1).sum::<f64>(), 1.0, max_relative = 1e-9);
}

#[test]
fn a_map_that_moves_alone_has_the_positions_of_the_only_component() {
    let data = dataset(&corpus(160, 10), 100, 30);
    for set in [vec![("batch", "40")], vec![("optimiser", "lbfgs:1"), ("keep", "1"), ("rho", "0.1"), ("normalise", "true")]] {
        let components =
            [("identity_weight", "0.5"), ("spectral_weight", "1"), ("component_dimensions", "8"), ("map_alone", "true")];
        let (mut only, mut moved) = (matching(&data, &set), matching(&data, &[&set[..], &components].concat()));
        for model in [&mut only, &mut moved] {
            for _ in 0..12 {
                model.step().unwrap();
            }
            model.evaluate();
        }
        assert_eq!(only.latent(), moved.latent(), "{set:?}");
        let [only_scores, scores] = [&only, &moved].map(|model| model.snapshot().scores);
        assert_eq!((scores.selection(), only_scores.map), (only_scores.dev, None), "{set:?}");
        assert_eq!(scores.map.unwrap().alone, [None, only_scores.dev, only_scores.test], "{set:?}");
        assert!(moved.model().components.is_some() && moved.value() == only.value(), "{set:?}");
    }
}

#[test]
fn the_objective_falls_with_components_under_a_full_batch() {
    let data = dataset(&corpus(60, 0), 40, 10);
    let components = [("spectral_weight", "0.5"), ("identity_weight", "0.2"), ("map_weight", "2"), ("batch", "0")];
    let lbfgs = [("optimiser", "lbfgs:1"), ("keep", "1"), ("sharpness", "10"), ("rho", "0.01")];
    let mut model = matching(&data, &[components, lbfgs].concat());
    let objectives: Vec<f64> = (0..10).map(|_| model.step().unwrap().objective).collect();
    assert!(objectives.windows(2).all(|pair| pair[1] <= pair[0] + 1e-9), "{objectives:?}");
    assert!(objectives[9] < objectives[0], "{objectives:?}");
}

#[test]
fn live_changes_take_effect_or_are_refused() {
    let data = dataset(&corpus(40, 0), 30, 5);
    let mut model = matching(&data, &[("optimiser", "adam")]);
    for change in [
        LiveChange::real("rho", 7.0),
        LiveChange::real("gamma", 2.0),
        LiveChange::real("keep", 0.9),
        LiveChange::real("rate", 0.2),
        LiveChange::real("sharpness", 33.0),
    ] {
        model.change(change).unwrap();
    }
    assert_eq!(model.params().optimiser, Optimiser::Adam { rate: 0.2 });
    assert!(
        (model.estimator().optimizer.descent.point.kernels.embedding.gamma().unwrap() - 2.0).abs() < 1e-15
            && (model.estimator().optimizer.descent.point.sharpness - 33.0).abs() < 1e-15
    );
    assert!(model.change(LiveChange::real("keep", 0.0)).unwrap_err().to_string().contains("above 0 and at most 1"));
    assert!((model.params().word_keep_rate - 0.9).abs() < 1e-15, "the old value stays");
    assert!(model.change(LiveChange::real("c", 1.0)).is_err());
    model.step().unwrap();
    let mut paper = matching(&data, &[("optimiser", "lbfgs:1")]);
    assert!(paper.change(LiveChange::real("rate", 0.1)).unwrap_err().to_string().contains("optimiser has none"));
}

#[test]
fn the_best_iterate_is_restored() {
    let data = dataset(&corpus(80, 0), 40, 30);
    let mut model = matching(&data, &[("evaluate_every", "1"), ("optimiser", "adam:0.5")]);
    let dev: Vec<_> = (0..15).map(|_| model.step().unwrap().scores.unwrap().dev).collect();
    model.restore_best();
    let best = model.snapshot();
    assert_eq!(best.scores.dev, dev.iter().copied().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap());
    assert_eq!(**best.latent().unwrap(), *model.latent().unwrap());
    assert_eq!(dev[best.shown() - 1], best.scores.dev);
    model.step().unwrap();
    assert_eq!(model.snapshot().shown(), dev.len() + 1);
}

#[test]
fn too_little_data_is_refused_with_a_remedy() {
    let data = dataset(&corpus(20, 0), 1, 5);
    let error = Matching::new(data, params(&[]).check().unwrap()).unwrap_err();
    assert!(error.to_string().contains("more training pairs"), "{error}");
}

#[test]
fn an_iteration_that_does_not_fit_is_refused_with_figures() {
    let data = dataset(&corpus(160, 10), 100, 30);
    let start = |batch: &str| {
        let params = params(&[("batch", batch)]).check().unwrap();
        Matching::within(Arc::clone(&data), params, Budget::new(100_000))
    };
    let error = start("0").unwrap_err().to_string();
    for part in ["93 source and 103 target documents", "batch=0", "374.2 KiB", "97.7 KiB", "--memory", "--train"] {
        assert!(error.contains(part), "{error}");
    }
    start("20").unwrap().step().unwrap();
}

proptest! {
    #[test]
    fn any_text_is_set_or_refused_by_name(key in "[a-z_]{1,15}", value in "\\PC{0,8}") {
        let before = MatchParams::preset(Preset::Default, 2);
        let mut params = before.clone();
        if let Err(error) = params.set(&key, &value) {
            prop_assert!(error.to_string().contains(&key), "{error}");
            prop_assert_eq!(params, before);
        } else if let Err(error) = params.check() {
            prop_assert!(error.to_string().contains("is not allowed: "), "{error}");
        }
    }
}
