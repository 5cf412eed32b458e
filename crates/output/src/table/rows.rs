//! Rows that several columns of a table share.

use std::{ops::Deref, sync::Arc};

/// Items of a table's rows, from which each column takes its cells. A copy refers to the same items.
#[derive(Debug)]
pub struct Rows<T>(Arc<Vec<T>>);

impl<T> Rows<T> {
    /// Cells of a column, each from the item of its row.
    pub fn cells<C, F: Fn(&T) -> C + Clone>(&self, of: F) -> impl Fn(usize) -> C + Clone + use<T, C, F> {
        let rows = self.clone();
        move |row| of(&rows[row])
    }
}

impl<T> Clone for Rows<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Deref for Rows<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T> From<Arc<Vec<T>>> for Rows<T> {
    fn from(rows: Arc<Vec<T>>) -> Self {
        Self(rows)
    }
}

impl<T> FromIterator<T> for Rows<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self(Arc::new(items.into_iter().collect()))
    }
}
