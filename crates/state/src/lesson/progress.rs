//! Progress of the lessons, in a small file of the user: finished lessons, and the last steps of others.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// Progress of the lessons: finished ones, and the last steps of begun ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Progress {
    /// Ids of finished lessons.
    pub finished: BTreeSet<String>,
    /// Last step of each lesson that was begun and not finished, by the lesson's id.
    pub steps: BTreeMap<String, usize>,
}

impl Progress {
    /// Reads the progress from a file's content; empty progress if the content is damaged.
    pub fn read(content: &[u8]) -> Self {
        serde_json::from_slice(content).unwrap_or_default()
    }

    /// Content of the progress file; `None` if it cannot be written as JSON.
    pub fn written(&self) -> Option<Vec<u8>> {
        serde_json::to_vec_pretty(self).ok()
    }

    /// Records the current step of a lesson.
    pub(crate) fn reach(&mut self, id: &str, step: usize) {
        self.steps.insert(id.to_owned(), step);
    }

    /// Records the end of a lesson.
    pub(crate) fn finish(&mut self, id: &str) {
        self.steps.remove(id);
        self.finished.insert(id.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_survives_its_file_and_a_damaged_file_is_none() {
        let mut progress = Progress::default();
        progress.reach("forces", 2);
        progress.finish("hubs");
        let content = progress.written().expect("content");
        assert_eq!(Progress::read(&content), progress);
        assert_eq!(Progress::read(&content[..content.len() / 2]), Progress::default());
        progress.finish("forces");
        assert!(progress.steps.is_empty() && progress.finished.len() == 2);
    }
}
