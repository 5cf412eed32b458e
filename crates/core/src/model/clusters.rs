//! Spectral clusters of documents under the kernel of a model, and their agreement with classes.
//!
//! Documents without a known word are left out.
//! Classes are read for the agreement alone: clusters depend on them only as far as the kernel has learned from them,
//! see [`ComputedOn`](super::ComputedOn).
//!
//! Cost: a kernel matrix of the documents, and [`SpectralClusters`]. Memory: two n × n matrices.

use super::{ModelError, targets::worded};
use crate::{
    corpus::Dataset,
    ldk::{CorpusKernel, Definiteness},
    memory::Budget,
    metric::{adjusted_rand_index, normalised_mutual_information},
    solver::{NegativeValues, SpectralClusters},
    stats::log_odds,
};

/// Spectral clusters of documents under the kernel of a model.
#[derive(Clone, Debug)]
pub struct Clusters {
    /// Clustered documents, ascending (n).
    pub documents: Vec<usize>,
    /// Cluster index of each document, numbered by size (n).
    pub assigned: Vec<usize>,
    /// Number of documents without known words, which are left out.
    pub wordless: usize,
    /// Leading eigenvalues of the normalised kernel between documents (k).
    pub eigenvalues: Vec<f64>,
    /// Share of negative kernel values between two documents; negative values count as 0 unless the kernel is shifted.
    pub negative: f64,
    /// Constant that was subtracted from the kernel: its smallest value between two documents if the kernel is conditionally
    /// definite and the value negative, else 0.
    pub shift: f64,
}

/// Documents and characteristic words of a cluster.
#[derive(Clone, Debug, PartialEq)]
pub struct Cluster {
    /// Indices of the documents in the cluster, ascending.
    pub documents: Vec<usize>,
    /// Most frequent class or rating level of the cluster, and its number of documents; `None` without labels.
    pub most_frequent: Option<(usize, usize)>,
    /// Characteristic words of the cluster, most characteristic first.
    pub words: Vec<usize>,
}

impl Clusters {
    /// Computes `clusters` spectral clusters of documents.
    ///
    /// # Errors
    /// Returns an error if there are fewer documents with known words than clusters, the kernel exceeds the memory budget,
    /// has values that are not numbers, or the work is [cancelled](crate::cancel).
    pub fn of(
        data: &Dataset,
        kernel: &CorpusKernel,
        documents: &[usize],
        clusters: usize,
        (seed, memory): (u64, Budget),
    ) -> Result<Self, ModelError> {
        let mut worded = worded(data, documents);
        worded.sort_unstable();
        let n = worded.len();
        if n < clusters || clusters == 0 {
            let problem = format!("{clusters} clusters of {n} documents with known words do not exist");
            return Err(ModelError::data(problem, "ask for at least one cluster, and at most one for each document"));
        }
        memory.ask_matrix("the kernel of the clustered documents", n, n, 2)?;
        let gathered = kernel.gather(&data.weights.select(&worded));
        let values = match kernel.ldk.level2.definite() {
            Definiteness::Conditionally => NegativeValues::Shifted,
            Definiteness::Positive | Definiteness::Not => NegativeValues::Clipped,
        };
        let SpectralClusters { assigned, eigenvalues, negative, shift, .. } =
            SpectralClusters::fit(gathered.k, values, clusters, seed).map_err(|_| failed())?;
        Ok(Self { documents: worded, assigned, wordless: documents.len() - n, eigenvalues, negative, shift })
    }

    /// Number of clusters (k).
    pub fn count(&self) -> usize {
        self.eigenvalues.len()
    }

    /// Adjusted Rand index and normalised mutual information of clusters and classes, over the documents with a class;
    /// `None` without such documents.
    pub fn agreement(&self, data: &Dataset) -> Option<[f64; 2]> {
        let labelled = || self.documents.iter().zip(&self.assigned).filter_map(|(&i, &cluster)| Some((cluster, data.label(i)?)));
        Some([adjusted_rand_index(labelled())?, normalised_mutual_information(labelled())?])
    }

    /// Documents of each cluster and at most `words` words that occur in it more often than outside:
    /// the words with the largest log odds in standard deviations ([`log_odds`]).
    pub fn summaries(&self, data: &Dataset, words: usize) -> Vec<Cluster> {
        let all = occurrences(data, &self.documents);
        let summary = |cluster: usize| {
            let of_cluster = self.documents.iter().zip(&self.assigned).filter(|(_, of)| **of == cluster);
            let documents: Vec<usize> = of_cluster.map(|(&document, _)| document).collect();
            let most_frequent = most_frequent(documents.iter().filter_map(|&document| data.label(document)));
            let words = characteristic(&occurrences(data, &documents), &all, words);
            Cluster { documents, most_frequent, words }
        };
        (0..self.count()).map(summary).collect()
    }
}

/// Error of a failed decomposition of the kernel.
fn failed() -> ModelError {
    if crate::cancel::requested() {
        return ModelError::Cancelled;
    }
    ModelError::data("the kernel between the documents does not decompose", "use a model whose kernel values are finite")
}

/// Most frequent of the given classes, the first of equally frequent ones, and its number of documents.
fn most_frequent(classes: impl Iterator<Item = usize>) -> Option<(usize, usize)> {
    let mut counts = Vec::new();
    for class in classes {
        if counts.len() <= class {
            counts.resize(class + 1, 0);
        }
        counts[class] += 1;
    }
    counts.into_iter().enumerate().rev().max_by_key(|&(_, count)| count).filter(|&(_, count)| count > 0)
}

/// Number of occurrences of each word in the given documents (V).
fn occurrences(data: &Dataset, documents: &[usize]) -> Vec<f64> {
    let mut counts = vec![0.0; data.words.len()];
    documents.iter().flat_map(|&document| data.counts.entries(document)).for_each(|(word, count)| counts[word] += count);
    counts
}

/// Characteristic words of a cluster: the largest log odds of occurrence against all other documents, in standard deviations.
fn characteristic(here: &[f64], all: &[f64], count: usize) -> Vec<usize> {
    let [own, total] = [here, all].map(|counts| counts.iter().sum::<f64>());
    let score = |word: usize| {
        let (odds, deviation) = log_odds([here[word], all[word] - here[word]], [own, total - own]);
        odds / deviation
    };
    let mut scored: Vec<(usize, f64)> =
        (0..here.len()).filter(|&word| here[word] > 0.0).map(|word| (word, score(word))).collect();
    scored.retain(|(_, score)| *score > 0.0);
    scored.sort_by(|a, b| b.1.total_cmp(&a.1));
    scored.into_iter().take(count).map(|(word, _)| word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ComputedOn, ModelKind, tests::made_up::learned_kernel};

    #[test]
    fn clusters_of_a_learned_kernel_are_classes_with_their_words() {
        let (data, kernel) = learned_kernel(ModelKind::Smm, &[]);
        let test = &data.split.test;
        let fit =
            |seed| Clusters::of(&data, &kernel, test, data.corpus.classes.len(), (seed, Budget::default())).expect("clusters");
        let clusters = fit(1);
        let [rand, mutual] = clusters.agreement(&data).expect("classes");
        assert!(rand > 0.5 && mutual > 0.5, "{rand} {mutual}");
        assert_eq!(clusters.assigned, fit(1).assigned, "the same seed");
        assert_eq!(clusters.documents.len() + clusters.wordless, test.len());
        let summaries = clusters.summaries(&data, 5);
        assert!(summaries.windows(2).all(|pair| pair[0].documents.len() >= pair[1].documents.len()));
        assert_eq!(summaries.iter().map(|cluster| cluster.documents.len()).sum::<usize>(), clusters.documents.len());
        for cluster in &summaries {
            let (class, count) = cluster.most_frequent.expect("classes");
            let of_class = cluster.documents.iter().filter(|&&document| data.corpus.labels[document] == class).count();
            assert_eq!(of_class, count);
            // A characteristic word occurs in the cluster more often than its share of all occurrences.
            let share = |documents: &[usize], word: usize| {
                let counts = occurrences(&data, documents);
                counts[word] / counts.iter().sum::<f64>()
            };
            assert!(!cluster.words.is_empty() && cluster.words.len() <= 5);
            assert!(cluster.words.iter().all(|&word| share(&cluster.documents, word) > share(&clusters.documents, word)));
        }
        assert_eq!(ComputedOn::of(&data, test, true), ComputedOn::TestPart);
        assert_eq!(ComputedOn::of(&data, &data.split.train, true), ComputedOn::Seen);
        assert_eq!(ComputedOn::of(&data, &data.split.train, false), ComputedOn::NotLearned);
    }

    #[test]
    fn too_many_clusters_and_too_little_memory_are_refused() {
        let (data, kernel) = learned_kernel(ModelKind::LinearSvm, &[]);
        let three = &data.split.test[..3];
        let problem =
            |clusters, memory| Clusters::of(&data, &kernel, three, clusters, (0, memory)).map(|_| ()).unwrap_err().to_string();
        assert!(problem(4, Budget::default()).contains("4 clusters of 3 documents"));
        assert!(problem(0, Budget::default()).contains("at least one cluster"));
        assert!(problem(2, Budget::new(8)).contains("--memory"));
        let each = Clusters::of(&data, &kernel, three, 3, (0, Budget::default())).expect("clusters");
        assert_eq!((each.count(), each.summaries(&data, 0).len()), (3, 3));
    }

    #[test]
    fn the_most_frequent_class_is_the_first_of_equals() {
        assert_eq!(most_frequent([2, 1, 1, 2].into_iter()), Some((1, 2)));
        assert_eq!(most_frequent(std::iter::empty()), None);
    }
}
