//! A saved model opened with documents: split, predictions, continued training.

use super::*;

/// All predictions of a model for its documents, as bits.
fn bits(model: &dyn Model) -> Vec<u64> {
    let snapshot = model.snapshot();
    let own: Vec<f64> = match &snapshot.predictions {
        Predictions::Classes(prediction) => prediction.decisions.iter().copied().collect(),
        Predictions::Ratings(prediction) => {
            prediction.mean.iter().chain(prediction.deviation.as_ref().expect("deviations").iter()).copied().collect()
        }
        Predictions::Matches(prediction) => prediction.rows.iter().flat_map(|row| [row.best_distance, row.margin]).collect(),
    };
    own.into_iter().chain(snapshot.latent().unwrap().iter().copied()).map(f64::to_bits).collect()
}

#[test]
fn a_reopened_model_keeps_its_split_and_predictions_and_continues() {
    let angle = [("level2", "ngd"), ("normalise", "true")];
    for (kind, preset, set) in [
        (ModelKind::Smm, Preset::Default, &[][..]),
        (ModelKind::Smm, Preset::Default, &angle),
        (ModelKind::Gp, Preset::Default, &[("weighting", "tf-idf")]),
        (ModelKind::Matching, Preset::Default, &[]),
    ] {
        let (data, mut model) = stepped(kind, preset, set);
        let saved = SavedModel::of(&data, model.trained(), 4);
        let scores = saved.metrics.scores();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.gz");
        save_model(&path, &saved).unwrap();
        let saved = load_model(&path).unwrap();

        let corpus = Arc::new(builtin(built_in(kind)));
        assert_eq!(saved.fits(&corpus), Ok(Fit::Same));
        let (again, split) = saved.dataset(corpus, Fit::Same, &SplitOptions::default()).unwrap();
        assert_eq!((&again.split, &again.words, again.source_words), (&data.split, &data.words, data.source_words));
        assert!(again.weights == data.weights && again.idf == data.idf && again.class_counts == data.class_counts);
        assert_eq!(split.given.as_ref(), Some(&data.split));

        let again = Arc::new(again);
        let mut resumed = saved.fitted.resume(Arc::clone(&again), saved.iterations).unwrap();
        assert_eq!(bits(&*resumed), bits(&*model), "{kind:?}");
        let snapshot = resumed.snapshot();
        // The score of the map alone is not among the saved figures.
        let found = Scores { map: None, ..snapshot.scores };
        assert_eq!((snapshot.iteration, found), (4, scores), "{kind:?}: the figures it was saved with");
        if let (Predictions::Classes(prediction), FittedModel::Smm(fitted)) = (&snapshot.predictions, &saved.fitted) {
            assert_eq!(*prediction.decisions, fitted.predict(&again.weights).decisions);
        }
        assert!(SavedModel::of(&again, resumed.trained(), 4) == saved, "{kind:?}: saved again it is the same");
        assert_eq!(resumed.step().unwrap().iteration, 5);
        let moved = resumed.latent().unwrap() - model.latent().unwrap();
        let most = moved.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
        assert!(most > 0.0 && most < 1.0, "{kind:?}: it continues from its state, not from a new start: {most}");
    }
}

#[test]
fn another_corpus_gets_a_new_split_with_a_note() {
    let params = Params::preset(ModelKind::Gp, Preset::Default, 2);
    let data = dataset(Builtin::Reviews, &params);
    let mut model = params.start(Arc::clone(&data)).unwrap();
    model.step().unwrap();
    let mut saved = SavedModel::of(&data, model.trained(), 1);
    let mut shorter = Corpus::clone(&data.corpus);
    let kept: Vec<usize> = (0..200).collect();
    shorter.counts = shorter.counts.select(&kept);
    shorter.labels.truncate(200);
    let rated = shorter.task.ratings().unwrap().clone();
    shorter.task = Task::Ratings(Ratings { values: rated.values.select(ndarray::Axis(0), &kept), names: rated.names });
    shorter.counts = Csr::from_rows(
        shorter.lexicon.len(),
        (0..200).map(|row| shorter.counts.entries(row).filter(|&(w, _)| w != 7).map(|(w, count)| (w as u32, count)).collect()),
    );
    let shorter = Arc::new(shorter);
    assert_eq!(saved.fits(&shorter), Ok(Fit::Other));
    let (other, split) = saved.dataset(Arc::clone(&shorter), Fit::Other, &SplitOptions::default()).unwrap();
    assert!(split.given.is_none() && other.notes[0].contains("built-in reviews") && other.notes[0].contains("drawn again"));
    let other = Arc::new(other);
    let mut resumed = saved.fitted.resume(Arc::clone(&other), 1).unwrap();
    let FittedModel::Gp(fitted) = &saved.fitted else { panic!("a GP") };
    let snapshot = resumed.snapshot();
    let prediction = snapshot.rated().unwrap();
    let predicted = fitted.predict(&other.weights);
    assert!(
        *prediction.mean == predicted.means && prediction.deviation.as_deref() == predicted.deviations.as_ref(),
        "what `predict` says of them"
    );
    resumed.step().unwrap();
    let FittedModel::Gp(further) = resumed.trained() else { panic!("a GP") };
    assert_eq!(further.train.rows(), other.split.train.len(), "training continues with the opened documents");

    saved.trained_on = None;
    assert_eq!(saved.fits(&shorter), Ok(Fit::Unsaid), "a file of an earlier version");
    let (other, _) = saved.dataset(shorter, Fit::Unsaid, &SplitOptions::default()).unwrap();
    assert!(other.notes[0].contains("may have learned from some of the test part"));
}

#[test]
fn a_corpus_that_does_not_fit_is_refused_with_the_reason() {
    let saved = trained(ModelKind::Smm, Preset::Default, &[]);
    let why = |corpus: &Corpus| saved.fits(corpus).unwrap_err();
    assert!(why(&builtin(Builtin::Pairs)).contains("partners"));
    let mut other = builtin(Builtin::Topics);
    other.classes[1] = "cookery".to_owned();
    assert!(why(&other).contains("classes"));
    let mut other = builtin(Builtin::Topics);
    (other.text_options.min_length, other.lexicon[0]) = (3, "another".to_owned());
    assert!(why(&other).contains("cut into words in another way"));
    let mut other = builtin(Builtin::Topics);
    other.lexicon.iter_mut().for_each(|word| word.insert(0, '~'));
    assert!(why(&other).contains("holds 0 of the model's"));
}
