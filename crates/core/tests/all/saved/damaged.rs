//! Inconsistent, truncated or changed files of models are refused with the problem and a remedy.

use super::*;

/// Writes a model as `save_model` does, without its checks.
pub(super) fn write_unchecked(path: &Path, model: &impl serde::Serialize) {
    let payload = serde_json::to_string(model).unwrap();
    let mut crc = flate2::Crc::new();
    crc.update(payload.as_bytes());
    let header = serde_json::json!({
        "format": "wordfield-model", "version": 6, "program_version": "0", "bytes": payload.len(), "crc32": crc.sum()
    });
    std::fs::write(path, format!("{header}\n{payload}\n")).unwrap();
}

/// Changes a model: saving and loading refuse it with the problem and a remedy.
fn refused(model: &SavedModel, problem: &str, change: impl FnOnce(&mut SavedModel)) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("changed.wordfield");
    let mut changed = model.clone();
    change(&mut changed);
    let error = save_model(&path, &changed).expect_err(problem);
    assert!(matches!(error, ProjectError::Unsavable(..)) && !path.exists(), "{error}");
    write_unchecked(&path, &changed);
    let error = load_model(&path).expect_err(problem);
    assert!(matches!(error, ProjectError::Damaged(..)), "{error}");
    let message = error.to_string();
    assert!(message.contains("changed.wordfield") && message.contains(problem) && message.contains("copy it again"), "{message}");
}

fn shorter<T: Clone>(list: &Arc<Vec<T>>) -> Arc<Vec<T>> {
    Arc::new(list[1..].to_vec())
}

fn narrower(array: &Array2<f64>) -> Arc<Array2<f64>> {
    Arc::new(array.slice(ndarray::s![.., 1..]).to_owned())
}

#[test]
fn inconsistent_parts_of_a_latent_smm_are_refused() {
    let model = trained(ModelKind::Smm, Preset::Default, &[("level2", "ngd"), ("normalise", "true")]);
    let smm = |change: fn(&mut wordfield_core::model::smm::SmmModel)| {
        move |saved: &mut SavedModel| {
            if let FittedModel::Smm(fitted) = &mut saved.fitted {
                change(fitted);
            }
        }
    };
    refused(&model, "lists of words differ", |saved| saved.lexicon.words[3].push('x'));
    refused(&model, "lists of words differ", |saved| saved.lexicon.idf.truncate(3));
    refused(&model, "two sides", |saved| saved.lexicon.source_words = 3);
    refused(&model, "width of its kernel", smm(|fitted| fitted.embedding = Embedding::Rbf { gamma: 0.0 }));
    refused(&model, "has a position", smm(|fitted| fitted.latent = narrower(&fitted.latent)));
    refused(&model, "each word and pair", smm(|fitted| fitted.coefficients = narrower(&fitted.coefficients)));
    refused(&model, "has an offset", smm(|fitted| fitted.bias = shorter(&fitted.bias)));
    refused(&model, "names no class", smm(|fitted| fitted.classes = Arc::default()));
    refused(&model, "not there", smm(|fitted| fitted.classes = Arc::new(fitted.classes[..2].to_vec())));
    refused(
        &model,
        "support documents",
        smm(|fitted| {
            let mut support = (**fitted.support.as_ref().unwrap()).clone();
            support.lengths.root.pop();
            fitted.support = Some(Arc::new(support));
        }),
    );
}

#[test]
fn inconsistent_parts_of_a_gp_are_refused() {
    let model = trained(ModelKind::Gp, Preset::Default, &[]);
    let gp = |change: fn(&mut wordfield_core::model::gp::GpModel)| {
        move |saved: &mut SavedModel| {
            if let FittedModel::Gp(fitted) = &mut saved.fitted {
                change(fitted);
            }
        }
    };
    refused(&model, "lists of words differ", |saved| saved.lexicon.words[0].push('x'));
    refused(&model, "width of its kernel", gp(|fitted| fitted.embedding = Embedding::Rbf { gamma: -1.0 }));
    refused(&model, "variance of its ratings", gp(|fitted| fitted.beta = 0.0));
    refused(&model, "has a position", gp(|fitted| fitted.latent = narrower(&fitted.latent)));
    refused(&model, "each word and rating", gp(|fitted| fitted.coefficients = narrower(&fitted.coefficients)));
    refused(&model, "no rating", gp(|fitted| fitted.ratings = shorter(&fitted.ratings)));
    refused(&model, "has a mean", gp(|fitted| fitted.bias = shorter(&fitted.bias)));
    refused(&model, "standard deviation", gp(|fitted| fitted.scales = Arc::new(vec![0.0])));
    for count in [0, 3, 5] {
        refused(&model, "gains of its fields", move |saved: &mut SavedModel| {
            if let FittedModel::Gp(fitted) = &mut saved.fitted {
                fitted.gains = Some(Arc::new(vec![1.0; count]));
            }
        });
    }
    refused(&model, "a position is no number", gp(|fitted| Arc::make_mut(&mut fitted.latent)[[0, 0]] = 1e308));
    refused(&model, "parameters are outside", gp(|fitted| fitted.params.word_keep_rate = 7.0));
    refused(&model, "training documents", gp(|fitted| fitted.train = Arc::new(fitted.train.transpose())));
    let model = trained(ModelKind::Gp, Preset::Default, &[("level2", "rbf")]);
    refused(&model, "one weight for each rating", gp(|fitted| fitted.duals = Some(Arc::new(Array2::zeros((3, 1))))));
    refused(&model, "kernel between documents", gp(|fitted| fitted.level2 = Some(Level2::Rbf { zeta: -1.0 })));
}

#[test]
fn inconsistent_parts_of_a_matching_are_refused() {
    let model = trained(ModelKind::Matching, Preset::Default, &[]);
    let matching = |change: fn(&mut wordfield_core::model::matching::MatchModel)| {
        move |saved: &mut SavedModel| {
            if let FittedModel::Matching(fitted) = &mut saved.fitted {
                change(fitted);
            }
        }
    };
    refused(&model, "lists of words differ", |saved| saved.lexicon.words.swap(0, 1));
    refused(&model, "two sides", |saved| saved.lexicon.source_words -= 1);
    refused(&model, "two sides", |saved| {
        saved.lexicon.source_words = usize::MAX;
        if let FittedModel::Matching(fitted) = &mut saved.fitted {
            fitted.source_words = usize::MAX;
        }
    });
    refused(&model, "width of its kernel", matching(|fitted| fitted.embedding = Embedding::Rbf { gamma: 0.0 }));
    refused(&model, "sharpness", matching(|fitted| fitted.sharpness = 0.0));
    refused(&model, "has a position", matching(|fitted| fitted.latent = narrower(&fitted.latent)));
    // A non-finite number is written as null and refused by the reader.
    let (folder, mut changed) = (tempfile::tempdir().unwrap(), model.clone());
    matching(|fitted| Arc::make_mut(&mut fitted.latent)[[1, 0]] = f64::NAN)(&mut changed);
    let path = folder.path().join("changed.wordfield");
    let message = save_model(&path, &changed).unwrap_err().to_string();
    assert!(message.contains("number 3 of") && message.contains("\"latent\" is not finite"), "{message}");
    write_unchecked(&path, &changed);
    assert!(load_model(&path).unwrap_err().to_string().contains("invalid type: null"));
}

#[test]
fn every_truncated_or_changed_model_is_refused() {
    for &kind in ModelKind::ALL {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("model.wordfield");
        save_model(&path, &trained(kind, Preset::Default, &[])).unwrap();
        let whole = std::fs::read(&path).unwrap();
        for part in 1..16 {
            let at = whole.len() * part / 16;
            std::fs::write(&path, &whole[..at]).unwrap();
            assert!(matches!(load_model(&path), Err(ProjectError::Truncated { .. })), "{kind:?} cut at {at}");
            let mut changed = whole.clone();
            changed[at] ^= 1;
            std::fs::write(&path, &changed).unwrap();
            assert!(matches!(load_model(&path), Err(ProjectError::Damaged(..))), "{kind:?} changed at {at}");
        }
        let text = String::from_utf8(whole).unwrap();
        std::fs::write(&path, text.replacen("\"version\":6", "\"version\":7", 1)).unwrap();
        let message = load_model(&path).unwrap_err().to_string();
        assert!(message.contains("version 7") && message.contains("up to version 6"), "{message}");
    }
}

#[test]
fn a_nearest_neighbour_model_with_word_positions_is_refused() {
    let mut saved = serde_json::to_value(trained(ModelKind::Knn, Preset::Default, &[])).unwrap();
    saved["machine"]["knn"]["latent"] = serde_json::json!({ "v": 1, "dim": [0, 2], "data": [] });
    saved["machine"]["knn"]["params"]["q"] = 2.into();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.wordfield");
    write_unchecked(&path, &saved);
    let error = load_model(&path).unwrap_err();
    assert!(matches!(error, ProjectError::OldNeighbours(..)), "{error}");
    assert!(error.to_string().ends_with("train it again with `wordfield train knn … --save`"), "{error}");
}
