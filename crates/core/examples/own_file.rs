//! Learns the classes of a file with the numeric half alone: reads it, trains until the development score stands still,
//! saves the model and prints the words that speak most for each class.
//!
//! `cargo run --release -p wordfield-core --example own_file -- FILE MODEL`, FILE with a class, a tab and a text a line.

use std::{env, error::Error, path::PathBuf, sync::Arc};

use wordfield_core::{
    corpus::{Cancel, Corpus, Dataset, ReadOptions, SplitOptions, TextOptions, VocabularyOptions, read},
    model::{FittedRef, ModelKind, Params, Preset},
    project::{SavedModel, save_model},
};

/// Iterations at most, and those without a better development score after which training ends.
const MOST: usize = 500;
const PATIENCE: usize = 200;
/// Words printed for each class.
const WORDS: usize = 8;

fn main() -> Result<(), Box<dyn Error>> {
    let [file, model_file] = arguments().ok_or("usage: own_file FILE MODEL")?;
    let raw = read(&[file], &ReadOptions::default(), &Cancel::default())?;
    let corpus = Arc::new(Corpus::build(raw, &TextOptions::default())?);

    let params = Params::preset(ModelKind::Smm, Preset::Default, 2);
    let data = Dataset::build(corpus, &SplitOptions::default(), &VocabularyOptions::default(), params.weighting())?;
    let data = Arc::new(data);
    let mut model = params.start(Arc::clone(&data))?;
    let mut best = (0, f64::NEG_INFINITY);
    for iteration in 1..=MOST {
        let progress = model.step()?;
        if let Some(score) = progress.scores.and_then(|scores| scores.selection()).filter(|&score| score > best.1) {
            best = (iteration, score);
        }
        if progress.stop.is_some() || iteration > best.0 + PATIENCE {
            break;
        }
    }
    model.restore_best();

    let fitted = model.trained();
    if let FittedRef::Classifier(classifier) = fitted.fitted_ref()
        && let Some(values) = classifier.word_values()
    {
        let pairs = classifier.classify(&data.weights).pairs;
        for (class, name) in classifier.classes().iter().enumerate() {
            // Sum of the decisions for the class against each other class.
            let for_class = |word: usize| -> f64 {
                let sign = |&(first, second): &(usize, usize)| {
                    f64::from(u8::from(first == class)) - f64::from(u8::from(second == class))
                };
                pairs.iter().enumerate().map(|(column, pair)| sign(pair) * values.values[[word, column]]).sum()
            };
            let mut order: Vec<usize> = (0..data.words.len()).collect();
            order.sort_by(|&a, &b| for_class(b).total_cmp(&for_class(a)));
            let words: Vec<&str> = order.iter().take(WORDS).map(|&word| data.words[word].as_str()).collect();
            println!("{name}: {}", words.join(" "));
        }
    }
    if let Some(accuracy) = model.snapshot().scores.test {
        println!("accuracy on the test documents {:.1} %, at iteration {}", 100.0 * accuracy, best.0);
    }
    save_model(&model_file, &SavedModel::of(&data, fitted, best.0))?;
    Ok(())
}

fn arguments() -> Option<[PathBuf; 2]> {
    let arguments: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    arguments.try_into().ok()
}
