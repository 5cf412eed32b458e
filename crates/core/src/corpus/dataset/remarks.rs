//! Remarks on a dataset: words left out, documents without words, and classes that lost their words or have no document.
//!
//! Cost: one pass over the lexicon and the documents.

use super::{Dataset, VocabularyOptions, sides};
use crate::corpus::{
    Task,
    printable::{are, holds},
};

impl Dataset {
    /// Remarks on the vocabulary for the user, from the number of training documents with each word of the lexicon (L)
    /// and whether the word is frequent enough.
    pub(super) fn remarks(
        &self,
        (frequency, enough): (&[u32], &[bool]),
        kept_ids: &[u32],
        vocabulary: &VocabularyOptions,
    ) -> Vec<String> {
        let mut remarks = Vec::new();
        let training = self.training_units();
        let task = self.corpus.task.kind();
        let threshold = vocabulary.threshold(task).documents(training);
        let class = if vocabulary.class_threshold(task).is_some() { ", in too few of each class," } else { "" };
        let why = vocabulary.why(task);
        for (side, range) in sides(&self.corpus) {
            let kept = kept_ids.iter().filter(|&&id| range.contains(&(id as usize))).count();
            let (frequency, enough) = (&frequency[range.clone()], &enough[range]);
            let of = if side.is_empty() { String::new() } else { format!(" of \"{side}\"") };
            let unseen = frequency.iter().filter(|&&documents| documents == 0).count();
            let rare = frequency.iter().zip(enough).filter(|&(&documents, &enough)| documents > 0 && !enough).count();
            if rare > 0 {
                remarks.push(format!(
                    "{} in fewer than {threshold} of the {training} training documents{of}{class} and left out{why}.",
                    are(rare, "word is", "words are")
                ));
            }
            if unseen > 0 {
                remarks.push(format!("{} in no training document{of} and left out.", are(unseen, "word is", "words are")));
            }
            let over = frequency.len() - unseen - rare - kept;
            if over > 0 {
                let words = are(over, "further word", "further words");
                let is = if over == 1 { "is" } else { "are" };
                remarks.push(format!("{words}{of} {is} left out, beyond the {kept} most frequent."));
            }
        }
        let emptied = (0..self.corpus.len())
            .filter(|&i| self.counts.row(i).0.is_empty() && !self.corpus.counts.row(i).0.is_empty())
            .count();
        if emptied > 0 {
            let count = if emptied == 1 { "counts" } else { "count" };
            remarks.push(format!("{} none of the words kept and {count} as empty.", holds(emptied)));
        }
        if self.corpus.task != Task::Classes {
            return remarks;
        }
        for class in &self.cut_classes {
            remarks.push(format!("The {}: keep words that are frequent within one class.", class.describe(&self.corpus.classes)));
        }
        let mut trained = vec![false; self.corpus.classes.len()];
        for &document in &self.split.train {
            trained[self.corpus.labels[document]] = true;
        }
        for (class, _) in self.corpus.classes.iter().zip(trained).filter(|(_, trained)| !trained) {
            remarks.push(format!("No training document is of the class \"{class}\": it is never predicted."));
        }
        remarks
    }
}
