//! Tests of complete training runs: results, determinism, odd corpora, live changes, the saved model.

use super::*;

#[test]
fn full_batch_descent_lowers_the_objective_and_learns() {
    let data = toy(120, true);
    let mut gp = process(&data, &[("rho", "1"), ("evaluate_every", "1")]);
    let made: Vec<_> = (0..30).map_while(|_| Some(gp.step().unwrap()).filter(|progress| progress.stop.is_none())).collect();
    assert!(made.windows(2).all(|pair| pair[1].objective < pair[0].objective));
    gp.restore_best();
    let snapshot = gp.snapshot();
    let prediction = snapshot.rated().unwrap();
    assert!(snapshot.scores.dev.unwrap() < 0.8 * gp.model().scales[0], "{:?} of {}", snapshot.scores, gp.model().scales[0]);
    let dev = made.iter().map(|progress| progress.scores.unwrap().dev.unwrap()).fold(f64::INFINITY, f64::min);
    assert_relative_eq!(snapshot.scores.dev.unwrap(), dev);
    assert!(prediction.deviation.as_ref().unwrap().iter().all(|d| *d > 0.0 && d.is_finite()));
    assert_eq!(gp.estimator().jitter(), 0.0);
    // Training continues from the restored positions and scales.
    assert_eq!(**snapshot.latent().unwrap(), *gp.latent().unwrap());
}

#[test]
fn word_dropout_and_fitted_scales_learn() {
    let data = toy(120, true);
    let set =
        [("optimiser", "adam:0.1"), ("keep", "0.5"), ("rho", "5"), ("average", "0.8"), ("refit", "true"), ("private", "0.1")];
    let mut gp = process(&data, &set);
    steps(&mut gp, 60);
    gp.restore_best();
    assert!(gp.snapshot().scores.dev.unwrap() < 0.8 * gp.model().scales[0]);
    let read = |refit: bool, by: f64| {
        let mut point = gp.estimator().optimizer.descent.shown_point();
        (point.log_alpha, point.log_beta) = (gp.model().alpha.ln(), gp.model().beta.ln() + by);
        let mut params = gp.params().clone();
        (params.refit, params.rho) = (refit, 0.0);
        Objective {
            params: &params,
            m: &gp.estimator().train,
            y: &gp.estimator().y,
            centre: None,
            storage: gp.estimator().storage,
            beside: gp.estimator().beside.current(),
        }
        .value(&point)
        .unwrap()
    };
    assert!(read(false, 0.0) <= read(false, 0.2).min(read(false, -0.2)), "the fitted noise is the likeliest");
}

#[test]
fn the_same_seed_gives_the_same_run_and_another_seed_another() {
    let data = toy(60, true);
    let run = |seed: &str| {
        let mut gp = process(&data, &[("seed", seed), ("optimiser", "adam:0.1"), ("keep", "0.6")]);
        let objectives: Vec<_> = (0..6).map(|_| gp.step().unwrap().objective).collect();
        (objectives, gp.latent().unwrap().clone())
    };
    assert_eq!(run("4"), run("4"));
    assert_ne!(run("4").1, run("5").1);
}

#[test]
fn a_learned_gamma_stays_within_its_bounds() {
    let data = toy(60, false);
    for optimiser in ["adam:0.1", "lbfgs:1"] {
        let bounds = [("learn_gamma", "true"), ("gamma_min", "0.9"), ("gamma_max", "1.2"), ("gamma_prior", "0"), ("rho", "50")];
        let mut gp = process(&data, &[&bounds[..], &[("optimiser", optimiser)]].concat());
        for _ in 0..20 {
            if gp.step().unwrap().stop.is_some() {
                break;
            }
            assert!((0.9..=1.2 + 1e-12).contains(&gp.snapshot().embedding.unwrap().kernel.gamma().unwrap()));
        }
        gp.evaluate();
        assert!((gp.model().embedding.gamma().unwrap() - 1.0).abs() > 1e-3, "the number is learned");
    }
}

fn word(word: &str) -> Vec<(String, f64)> {
    word.split_whitespace().map(|word| (word.to_owned(), 1.0)).collect()
}

#[test]
fn degenerate_ratings_and_documents_are_learned() {
    let documents = [word("one two"), word("one two"), word("one two"), word("six"), word(""), word("one six")];
    for (values, train) in [
        (array![[4.0], [4.0], [4.0], [4.0], [4.0], [4.0]], vec![0, 1, 2, 3]),
        (array![[4.0], [2.0], [1.0], [4.0], [3.0], [2.0]], vec![0]),
        (array![[4.0], [4.0], [4.0], [1.0], [3.0], [2.0]], vec![0, 1, 2, 3, 4]),
    ] {
        for optimiser in ["lbfgs:1", "adam:0.3"] {
            let data = dataset(&documents, values.clone(), &train, &[5]);
            let mut gp = process(&data, &[("optimiser", optimiser), ("rho", "0.01"), ("refit", "true")]);
            for _ in 0..60 {
                if gp.step().unwrap().stop.is_some() {
                    break;
                }
            }
            gp.evaluate();
            let prediction = gp.model().predict(&gp.estimator().data.weights);
            assert!(
                prediction.means.iter().chain(prediction.deviations.as_ref().unwrap()).all(|v| v.is_finite()),
                "{optimiser}: {prediction:?}"
            );
            assert_relative_eq!(prediction.means[[4, 0]], gp.model().bias[0]);
            // Without a known word the deviation is that of the training ratings: 0 where they are constant.
            let constant = train.len() == 4 || train.len() == 1;
            assert_relative_eq!(
                prediction.deviations.as_ref().unwrap()[[4, 0]],
                if constant { 0.0 } else { gp.model().scales[0] }
            );
            if constant {
                assert!(prediction.means.iter().all(|mean| (mean - 4.0).abs() < 1e-9), "{prediction:?}");
            } else {
                assert!(prediction.means[[0, 0]] > prediction.means[[3, 0]] + 0.5, "{optimiser}: {prediction:?}");
            }
        }
    }
}

#[test]
fn a_singular_covariance_gets_jitter_and_reports_it() {
    let m = rows(&array![[1.0, 1.0], [1.0, 1.0], [0.0, 1.0]]);
    let y = array![[1.0], [-1.0], [0.5]];
    let params = params(&[]);
    let point = Point { x: array![[0.0, 0.0], [0.0, 0.0]], log_alpha: -14.0, log_beta: 36.0, kernels: params.learned().first };
    let slope = Objective { params: &params, m: &m, y: &y, centre: None, storage: GramStorage(Budget::default()), beside: None }
        .slope(&point)
        .unwrap();
    assert!(slope.jitter > 0.0 && slope.value.is_finite() && slope.by.x.iter().all(|x| x.is_finite()));
    assert!(solve::solve(&params, &point, &m, &y, (GramStorage(Budget::default()), None)).unwrap().jitter > 0.0);
}

#[test]
fn too_little_data_is_refused_with_a_remedy() {
    let data = dataset(&[word("one"), word(""), word("two")], array![[1.0], [2.0], [3.0]], &[0, 2], &[]);
    let refused = |data: Dataset| Gp::new(Arc::new(data), params(&[]).check().unwrap()).unwrap_err().to_string();
    let mut wordless = Dataset::clone(&data);
    wordless.split.train = vec![1];
    assert!(refused(wordless).contains("lower the document-frequency"));
    let mut corpus = Corpus::clone(&data.corpus);
    corpus.task = Task::Classes;
    assert!(refused(Dataset { corpus: Arc::new(corpus), ..Dataset::clone(&data) }).contains("naming the column"));
    let mut corpus = Corpus::clone(&data.corpus);
    corpus.task = Task::Ratings(Ratings::single("stars", vec![1.0, f64::NAN, 2.0]));
    assert!(refused(Dataset { corpus: Arc::new(corpus), ..Dataset::clone(&data) }).contains("document 2"));
}

#[test]
fn a_saved_model_predicts_bitwise_equal_results() {
    let data = toy(60, true);
    for set in [
        vec![],
        vec![("private", "0.5"), ("emphasis", "1"), ("refit", "true"), ("keep", "0.8"), ("optimiser", "adam:0.1")],
        vec![("normalise", "true"), ("embedding", "linear")],
        vec![("level2", "rbf:5"), ("learn_kernel", "true"), ("emphasis", "1"), ("private", "0.3"), ("calibrate", "true")],
        vec![("level2", "ngd"), ("embedding", "polynomial"), ("refit", "true")],
    ] {
        let mut gp = process(&data, &set);
        steps(&mut gp, 6);
        let FittedModel::Gp(fitted) = gp.trained() else { panic!("a process leaves one") };
        assert_eq!(fitted.problem(), None);
        let model: GpModel = serde_json::from_str(&serde_json::to_string(&fitted).unwrap()).unwrap();
        assert_eq!(model, fitted);
        let snapshot = gp.snapshot();
        let (prediction, seen) = (model.predict(&gp.estimator().data.weights), snapshot.rated().unwrap());
        let bits = |a: &Array2<f64>| a.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&prediction.means), bits(&seen.mean));
        assert_eq!(bits(prediction.deviations.as_ref().unwrap()), bits(seen.deviation.as_ref().unwrap()));
        assert_eq!(bits(&model.deviation_at(&model.latent)), bits(&fitted.deviation_at(&fitted.latent)));
        assert_eq!(model.word_values(), fitted.word_values());
        let mut cut = model;
        if let Some(duals) = &cut.duals {
            cut.duals = Some(Arc::new(duals.slice(s![1.., ..]).to_owned()));
            assert_eq!(cut.problem(), Some("its training documents do not have one weight for each rating"));
            cut.duals = None;
        }
        cut.bias = Arc::new(vec![]);
        assert_eq!(cut.problem(), Some("not every rating has a mean"));
    }
}

#[test]
fn far_from_all_words_the_field_has_the_prior_deviation() {
    let data = toy(60, false);
    let mut gp = process(&data, &[]);
    steps(&mut gp, 5);
    gp.evaluate();
    let model = gp.model();
    let deviations = model.deviation_at(&array![[0.0, 0.0], [50.0, 50.0]]);
    assert_relative_eq!(deviations[[1, 0]], model.scales[0] / model.alpha.sqrt(), max_relative = 1e-9);
    assert!(deviations[[0, 0]] < 0.9 * deviations[[1, 0]]);
    assert_relative_eq!(deviations[[0, 1]] / deviations[[0, 0]], model.scales[1] / model.scales[0], max_relative = 1e-9);
}

#[test]
fn cancelled_deviations_are_computed_again() {
    let data = toy(60, false);
    let mut gp = process(&data, &[]);
    steps(&mut gp, 5);
    gp.evaluate();
    let (flag, model, places) = (cancel::CancelFlag::new(), gp.model().clone(), array![[0.0, 0.0], [50.0, 50.0]]);
    flag.raise();
    let undefined = cancel::with(&flag, || model.deviation_at(&places));
    assert_eq!(undefined.dim(), (2, model.scales.len()));
    let deviations = model.deviation_at(&places);
    assert!(deviations[[0, 0]] < 0.9 * deviations[[1, 0]], "the factor of the cancelled call is not used");
}

#[test]
fn live_changes_take_effect_or_are_refused() {
    let data = toy(36, false);
    let mut gp = process(&data, &[("optimiser", "adam:0.1"), ("learn_gamma", "false")]);
    for change in [
        LiveChange::real("rho", 7.0),
        LiveChange::real("gamma", 2.0),
        LiveChange::real("keep", 0.9),
        LiveChange::real("rate", 0.2),
    ] {
        gp.change(change).unwrap();
    }
    assert_eq!(gp.params().optimiser, Optimiser::Adam { rate: 0.2 });
    gp.step().unwrap();
    gp.evaluate();
    assert_relative_eq!(gp.model().embedding.gamma().unwrap(), 2.0);
    assert!(gp.change(LiveChange::real("keep", 0.0)).unwrap_err().to_string().contains("above 0 and at most 1"));
    assert!(gp.change(LiveChange::real("c", 1.0)).unwrap_err().to_string().contains("has these"));
    assert_relative_eq!(gp.params().word_keep_rate, 0.9);
    let mut paper = process(&data, &[]);
    assert!(paper.change(LiveChange::real("rate", 0.1)).unwrap_err().to_string().contains("optimiser has none"));
    paper.step().unwrap();
    paper.change(LiveChange::real("rho", 3.0)).unwrap();
    paper.step().unwrap();
}

#[test]
fn an_interrupted_process_is_given_without_deviations_unless_they_are_known() {
    let data = toy(60, true);
    let mut gp = process(&data, &[("calibrate", "true")]);
    steps(&mut gp, 3);
    gp.evaluate();
    let (FittedModel::Gp(raw), snapshot) = gp.last_known() else { panic!("a process") };
    assert!(snapshot.rated().unwrap().deviation.is_none() && raw.calibration.is_none());
    assert!(raw.note().unwrap().contains("not calibrated"));
    let (FittedModel::Gp(whole), complete) = gp.last_evaluated() else { panic!("a process") };
    assert!(complete.rated().unwrap().deviation.is_some() && whole.note().is_none());
    assert_eq!(snapshot.rated().unwrap().mean, complete.rated().unwrap().mean);
    assert_eq!(GpModel { calibration: whole.calibration.clone(), ..raw }, whole);
    let (FittedModel::Gp(known), later) = gp.last_known() else { panic!("a process") };
    assert!(known == whole && later.rated().unwrap().deviation.is_some());
}
