//! Documents of a corpus as the records that filters read.

use std::borrow::Cow;

use crate::corpus::{Columns, Corpus, Records, Task};

impl Records for Corpus {
    fn documents(&self) -> usize {
        self.len()
    }

    fn columns(&self) -> &Columns {
        &self.columns
    }

    fn task(&self) -> &Task {
        &self.task
    }

    fn text(&self, document: usize) -> Cow<'_, str> {
        Cow::Borrowed(&self.texts[document])
    }

    fn class(&self, document: usize) -> &str {
        self.class_name(document)
    }

    fn title(&self, document: usize) -> &str {
        &self.titles[document]
    }
}
