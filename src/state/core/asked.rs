//! What was last asked of a thread: one question of a kind at a time, and no answer taken in that nobody waits for.

/// The last question of a kind and the last answer to one.
#[derive(Clone, Debug)]
pub struct Asked<K> {
    under_way: Option<K>,
    answered: Option<K>,
}

impl<K> Default for Asked<K> {
    fn default() -> Self {
        Self { under_way: None, answered: None }
    }
}

impl<K: PartialEq + Clone> Asked<K> {
    /// Whether a question is to be asked now: it has no answer yet, and no other is under way.
    pub(in crate::state) fn is_due(&mut self, key: &K) -> bool {
        let due = self.under_way.is_none() && self.answered.as_ref() != Some(key);
        if due {
            self.under_way = Some(key.clone());
        }
        due
    }

    /// Takes note of an answer; whether it was waited for.
    pub(in crate::state) fn answer(&mut self, key: &K) -> bool {
        let asked = self.under_way.take_if(|asked| asked == key);
        let waited = asked.is_some();
        if waited {
            self.answered = asked;
        }
        waited
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_question_is_under_way_and_an_answer_to_another_is_none() {
        let mut asked = Asked::default();
        assert!(asked.is_due(&1) && !asked.is_due(&1) && !asked.is_due(&2));
        assert!(!asked.answer(&2), "nobody asked for it");
        assert!(asked.answer(&1) && !asked.answer(&1));
        assert!(!asked.is_due(&1) && asked.is_due(&2));
        asked = Asked::default();
        assert!(!asked.answer(&2), "begun anew meanwhile");
    }
}
