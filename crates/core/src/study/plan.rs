//! Plan of a study: its cells in the order of its table.
//!
//! Memory: some hundred bytes a cell.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

/// Planned cell of a study: one training of one method on one split of one corpus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedCell {
    /// Id of the cell: hash of everything the result depends on ([`cell_id`](super::cell_id)); labels are no part of it.
    pub id: String,
    /// Label of the cell's corpus.
    pub corpus: String,
    /// Label of the cell's method.
    pub label: String,
    /// Size of the cell's training part, as written in the grid; empty for official parts.
    pub train: String,
    /// Seed of the random split, initial positions and word dropout.
    pub seed: u64,
    /// Values of the compared axes that the table reports.
    pub at: BTreeMap<String, String>,
}

/// Plan of a study: cells by corpus, training size and axes of the corpus, then method and its axes, then seed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// Cells of the study, in the order of its table.
    pub cells: Vec<PlannedCell>,
}

/// Error: a text does not name a shard of a study.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}: give a shard as I/N, I from 1 to N, for instance 2/4")]
pub struct ShardError(String);

/// Parses a shard of a study: `2/4` is the second of four.
///
/// # Errors
/// Returns an error if the text is not a shard.
pub fn shard(text: &str) -> Result<(usize, usize), ShardError> {
    let numbers = text.split_once('/').and_then(|(i, n)| Some((i.trim().parse().ok()?, n.trim().parse().ok()?)));
    numbers.filter(|(i, n)| (1..=*n).contains(i)).ok_or_else(|| ShardError(text.to_owned()))
}

/// Title of cells: method, size and axes except those of `without`, as in `default, train 200, q 2`.
pub(super) fn title((label, train, at): (&str, &str, &BTreeMap<String, String>), without: &[&str]) -> String {
    let train = Some(("train", train)).filter(|(_, size)| !size.is_empty());
    let axes = at.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    let named = train.into_iter().chain(axes).filter(|(key, _)| !without.contains(key));
    named.fold(label.to_owned(), |title, (key, value)| format!("{title}, {key} {value}"))
}

impl PlannedCell {
    /// Title of the cell: method, size and axes, as in `default, train 200, q 2`.
    pub fn title(&self) -> String {
        title((&self.label, &self.train, &self.at), &[])
    }

    /// Name of the cell: corpus, title and seed, as in `webkb, default, train 200, q 2, seed 0`.
    pub fn name(&self) -> String {
        format!("{}, {}, seed {}", self.corpus, self.title(), self.seed)
    }
}

impl Plan {
    /// First two cells of different methods with equal ids, which would be the same run.
    pub fn repeated(&self) -> Option<[&PlannedCell; 2]> {
        let mut seen: HashMap<&str, &PlannedCell> = HashMap::new();
        self.cells.iter().find_map(|cell| seen.insert(&cell.id, cell).map(|same| [same, cell]))
    }

    /// Indices of the cells in one shard of `count`, counted from 1.
    /// The shard of a cell follows from its id, so that each shard has cells of every method and size, whatever is finished.
    pub fn of_shard(&self, (shard, count): (usize, usize)) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.cells.len()).collect();
        places.sort_by_key(|&place| &self.cells[place].id);
        let mut own: Vec<usize> = places.into_iter().skip(shard - 1).step_by(count).collect();
        own.sort_unstable();
        own
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_disjoint_and_whole() {
        let cell = |id: usize| PlannedCell {
            id: format!("{:03}", id * 37 % 100),
            corpus: "c".to_owned(),
            label: "m".to_owned(),
            train: "200".to_owned(),
            seed: id as u64,
            at: BTreeMap::new(),
        };
        let plan = Plan { cells: (0..10).map(cell).collect() };
        for count in 1..12 {
            let mut all: Vec<usize> = (1..=count).flat_map(|shard| plan.of_shard((shard, count))).collect();
            all.sort_unstable();
            assert_eq!(all, (0..10).collect::<Vec<_>>(), "{count} shards");
        }
        assert_eq!(plan.cells[3].name(), "c, m, train 200, seed 3");
        let official = PlannedCell { train: String::new(), at: [("q".to_owned(), "2".to_owned())].into(), ..cell(4) };
        assert_eq!((official.title(), official.name()), ("m, q 2".to_owned(), "c, m, q 2, seed 4".to_owned()));
    }

    #[test]
    fn a_shard_is_counted_from_one() {
        assert_eq!((shard("1/1"), shard(" 2 / 4 ")), (Ok((1, 1)), Ok((2, 4))));
        for wrong in ["", "2", "0/4", "5/4", "a/b", "1/0", "-1/2"] {
            assert!(shard(wrong).unwrap_err().to_string().contains("I/N"), "{wrong}");
        }
    }
}
