//! Benchmark of a GP-LVSM step and of its dense algebra alone. `cargo bench --bench gp [-- N V]`; best of several runs.

use std::time::{Duration, Instant};

use ndarray::Array2;
use rand::{Rng, SeedableRng, rngs::SmallRng};
use wordfield_core::corpus::{
    Body, Corpus, Dataset, Fields, Format, Ratings, RawCorpus, RawDocument, Size, SplitOptions, Task, TextOptions, Threshold,
    VocabularyOptions, Weighting,
};
use wordfield_core::kernel::{gram, gram_gradient};
use wordfield_core::model::{
    Model, ParamTable, Parameters, Preset,
    gp::{Gp, GpParams},
};
use wordfield_core::solver::dense::{Cholesky, Threads};

fn main() {
    let sizes: Vec<usize> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let (n, words) = if let [n, words] = sizes[..] { (n, words) } else { (1000, 2000) };
    let data = reviews(n, words);
    println!("{n} training documents, {} words, {} a document", data.words.len(), data.weights.nnz() / data.corpus.len());
    let m = data.weights.select(&data.split.train);
    for q in [2, 10] {
        let mut params = GpParams::preset(Preset::Default, q);
        params.evaluate_every = 1000;
        let x = points(data.words.len(), q);
        let (gram_time, s) = best(5, || gram(1.0, &m, x.view()));
        let k = &s + &Array2::<f64>::eye(n);
        let y = points(n, 1);
        let dense = || {
            let factor = Cholesky::new(k.view(), Threads::All).expect("positive definite");
            (factor.solve(y.view()), factor.inverse())
        };
        let (dense_time, (_, inverse)) = best(10, dense);
        let (gradient_time, _) = best(5, || gram_gradient(1.0, &m, x.view(), inverse.view()));
        for (name, optimiser, keep) in [("adam", "adam:0.01", "1"), ("adam, half the words", "adam:0.01", "0.5")] {
            let mut params = params.clone();
            params.set("optimiser", optimiser).expect("an optimiser");
            params.set("keep", keep).expect("a share");
            let mut gp = Gp::new(data.clone().into(), params.check().expect("parameters")).expect("data");
            let (step, _) = best(20, || gp.step().expect("a step"));
            println!(
                "q {q:2}  {name:22}  step {:6.1} ms ({:5.1} a second)  Cholesky, solve, inverse {:6.1}  Gram {:6.1}  gradient {:6.1}  ratio {:.2}",
                ms(step),
                1e3 / ms(step),
                ms(dense_time),
                ms(gram_time),
                ms(gradient_time),
                ms(step) / ms(dense_time)
            );
        }
    }
}

/// Synthetic reviews of words whose frequencies decrease as in natural language.
fn reviews(n: usize, words: usize) -> Dataset {
    let mut random = SmallRng::seed_from_u64(7);
    let total = 2 * n;
    let documents = (0..total).map(|i| {
        let draw = |random: &mut SmallRng| ((words as f64).powf(random.random::<f64>()) as usize).min(words) - 1;
        let bag = (0..120).map(|_| (format!("word{:05}", draw(&mut random)), 1.0));
        let mut bag: Vec<(String, f64)> = bag.collect();
        bag.push((format!("word{:05}", i % words), 1.0));
        bag.sort_by(|a, b| a.0.cmp(&b.0));
        bag.dedup_by(|a, b| a.0 == b.0);
        RawDocument { title: i.to_string(), label: String::new(), body: Body::Words(bag), fields: Fields::default() }
    });
    let documents: Vec<_> = documents.collect();
    let ratings = (0..total).map(|i| (i % 5) as f64).collect();
    let task = Task::Ratings(Ratings::single("rating", ratings));
    let raw = RawCorpus {
        name: "made up".into(),
        format: Format::Lines,
        documents,
        unlabelled: 0,
        files: Vec::new(),
        notes: vec![],
        task,
    };
    let corpus = Corpus::build(raw, &TextOptions::default()).expect("a corpus");
    let split = SplitOptions { train: Size::Count(n), dev: Size::Count(0), stratified: false, ..SplitOptions::default() };
    let vocabulary = VocabularyOptions::reaching(Threshold::Documents(1));
    Dataset::build(corpus.into(), &split, &vocabulary, Weighting::Sqrt).expect("a dataset")
}

fn points(count: usize, q: usize) -> Array2<f64> {
    let mut random = SmallRng::seed_from_u64(3);
    Array2::from_shape_simple_fn((count, q), || random.random_range(-1.5..1.5))
}

fn best<R>(repeats: usize, mut run: impl FnMut() -> R) -> (Duration, R) {
    let mut least = Duration::MAX;
    let mut result = run();
    for _ in 0..repeats {
        let start = Instant::now();
        result = run();
        least = least.min(start.elapsed());
    }
    (least, result)
}

fn ms(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}
