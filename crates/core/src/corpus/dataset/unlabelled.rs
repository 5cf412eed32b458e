//! Splits of a partly labelled corpus: documents without a label are always in the unlabelled part.
//!
//! Sizes and shares count documents with a label, so that unlabelled documents do not change the draw.
//! Cost and memory: those of a split.

use crate::corpus::{Corpus, CorpusError, Split, SplitOptions, Task};

impl SplitOptions {
    /// Draws the split of a corpus's documents or pairs. Documents without a label join the unlabelled part.
    ///
    /// # Errors
    /// Returns the errors of [`SplitOptions::draw`], or an error if the given split uses the label of a document that has none.
    pub(super) fn draw_for(&self, corpus: &Corpus) -> Result<Split, CorpusError> {
        if let Task::Pairs(pairs) = &corpus.task {
            return self.draw_pairs(pairs);
        }
        let labelled = corpus.labelled();
        // Only a split given by the user, never a drawn one, may name documents without a label.
        let have = if self.given.is_some() { corpus.len() } else { labelled };
        let units = if corpus.unlabelled > 0 { "documents with a label" } else { "documents" };
        let mut split = if self.given.is_none() && self.test_files + self.dev_files > 0 {
            self.draw_by_file(corpus)?
        } else {
            self.draw(&corpus.labels[..have], corpus.classes.len(), units)?
        };
        for (part, documents) in [("training", &split.train), ("development", &split.dev), ("test", &split.test)] {
            if let Some(&document) = documents.iter().find(|&&document| document >= labelled) {
                let title = &corpus.titles[document];
                let what = if corpus.task == Task::Classes { "class" } else { "rating" };
                let problem =
                    format!("the given split puts document {document} ({title}) into the {part} part, and it has no {what}");
                return Err(CorpusError::dataset(problem, "move it to the unlabelled part, or leave it out of the split"));
            }
        }
        split.unlabelled.retain(|&document| document < labelled);
        split.unlabelled.extend(labelled..corpus.len());
        Ok(split)
    }
}

#[cfg(test)]
mod tests;
