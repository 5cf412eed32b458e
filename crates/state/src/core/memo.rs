//! Memo: a cached value, recomputed only when its key changes.

use std::sync::Arc;

/// A cached value with its key.
#[derive(Clone, Debug)]
pub struct Memo<K, V>(Option<(K, V)>);

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Self(None)
    }
}

impl<K: PartialEq, V> Memo<K, V> {
    /// Returns the cached value for `key`, computed again if the cache has another key.
    pub fn of(&mut self, key: K, make: impl FnOnce() -> V) -> &V {
        if !self.is_of(&key) {
            self.0 = None;
        }
        &self.0.get_or_insert_with(|| (key, make())).1
    }

    /// Whether the cached value is for `key`.
    pub fn is_of(&self, key: &K) -> bool {
        self.0.as_ref().is_some_and(|(known, _)| known == key)
    }

    /// Cached value, if it belongs to `key`.
    pub fn get(&self, key: &K) -> Option<&V> {
        self.0.as_ref().filter(|(known, _)| known == key).map(|(_, value)| value)
    }

    /// Key of the cached value, if there is one.
    pub fn key(&self) -> Option<&K> {
        self.0.as_ref().map(|(key, _)| key)
    }

    /// Cached value, if there is one.
    pub fn value(&self) -> Option<&V> {
        self.0.as_ref().map(|(_, value)| value)
    }

    /// Cached value with its key, if there is one.
    pub fn entry(&self) -> Option<(&K, &V)> {
        self.0.as_ref().map(|(key, value)| (key, value))
    }

    /// Clears the cached value.
    pub fn forget(&mut self) {
        self.0 = None;
    }
}

/// A shared value as a key, compared by identity.
#[derive(Debug)]
pub struct Same<T: ?Sized>(pub(crate) Arc<T>);

impl<T: ?Sized> Same<T> {
    /// Identity key of a shared value, equal only for the same allocation.
    pub fn of(value: &Arc<T>) -> Self {
        Self(Arc::clone(value))
    }
}

impl<T: ?Sized> Clone for Same<T> {
    fn clone(&self) -> Self {
        Self::of(&self.0)
    }
}

impl<T: ?Sized> PartialEq for Same<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_computed_once_for_each_key() {
        let (one, equal) = (Arc::new(3), Arc::new(3));
        let mut made = 0;
        let mut memo = Memo::default();
        let mut ask = |memo: &mut Memo<_, usize>, key: &Arc<i32>| {
            *memo.of((Same::of(key), 1), || {
                made += 1;
                made
            })
        };
        assert_eq!([ask(&mut memo, &one), ask(&mut memo, &one), ask(&mut memo, &equal), ask(&mut memo, &one)], [1, 1, 2, 3]);
        assert!(memo.is_of(&(Same::of(&one), 1)) && !memo.is_of(&(Same::of(&one), 2)));
        assert_eq!([1, 2].map(|other| memo.get(&(Same::of(&one), other)).copied()), [Some(3), None]);
        memo.forget();
        assert_eq!(memo.value(), None);
        assert_eq!(ask(&mut memo, &one), 4);
    }
}
