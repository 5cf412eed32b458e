//! Table of dismissed findings, stored in the folder of verdicts: one for all corpora, since a dismissal names the texts.
//!
//! Cost: every change reads and writes the whole table.

use std::{
    io::ErrorKind,
    path::{Path, PathBuf},
};

use wordfield_core::project::Store;
use wordfield_rules::Dismissed;

/// Lock file that serialises writers of the table.
const TURN: &str = "dismissed.lock";

/// Path of the table of dismissals in the folder of verdicts, as `wordfield check --dismissed` reads it.
fn table(folder: &Path) -> PathBuf {
    folder.join("dismissed.tsv")
}

/// Dismissals in a folder of verdicts; empty without a table.
pub(super) fn read(store: &dyn Store, folder: &Path) -> Result<Dismissed, String> {
    let path = table(folder);
    let problem = |problem: &dyn std::fmt::Display| format!("{}: {problem}; correct it or move it away", path.display());
    match store.read(&path) {
        Ok(content) => {
            let text = String::from_utf8(content).map_err(|error| problem(&error))?;
            Dismissed::parse(&text).map_err(|error| problem(&error))
        }
        // A path that leads through a file has no table.
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(Dismissed::default()),
        Err(error) => Err(problem(&error)),
    }
}

/// Stored dismissals, with the added ones and without the removed ones.
pub(super) fn changed(kept: &Dismissed, [added, removed]: &[Dismissed; 2]) -> Dismissed {
    let mut kept = kept.without(removed);
    kept.extend(added);
    kept
}

/// Merges added and removed dismissals into the table of a folder. A table that cannot be read is left unchanged.
pub(super) fn keep(store: &dyn Store, folder: &Path, changes: &[Dismissed; 2]) -> Result<(), String> {
    let turn = store.lock(&folder.join(TURN), true);
    let _turn = turn.map_err(|error| format!("{} cannot be written: {error}", table(folder).display()))?;
    let kept = changed(&read(store, folder)?, changes);
    store.write(&table(folder), kept.to_tsv().as_bytes()).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use std::{fs, time::Duration};

    use super::{super::Keeper, *};
    use crate::tests::Frames;
    use wordfield_core::project::Disk;

    fn of(rules: &[&str]) -> Dismissed {
        let mut dismissed = Dismissed::default();
        for rule in rules {
            dismissed.insert(rule, ["A house.", "Ein Haus."]);
        }
        dismissed
    }

    #[test]
    fn two_windows_keep_each_others_dismissals() {
        let folder = tempfile::tempdir().expect("a folder");
        let window = || Keeper::new(Frames::new(Disk), Some(folder.path().join("reviews")), |text| panic!("{text}"));
        let (first, second) = (window(), window());
        first.dismiss(&of(&["copy", "urls"]), &Dismissed::default());
        second.dismiss(&of(&["length"]), &of(&["copy"]));
        assert_eq!(first.reader.clone().dismissed(), Ok(Some(of(&["length", "urls"]))));
        drop((first, second));
        let table = fs::read_to_string(table(&folder.path().join("reviews"))).expect("a table");
        assert_eq!(Dismissed::parse(&table), Ok(of(&["length", "urls"])));
    }

    #[test]
    fn a_damaged_table_is_left_alone_and_changes_wait_for_another_attempt() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(table(folder.path()), "damaged").expect("a file");
        let keeper = Keeper::new(Frames::new(Disk), Some(folder.path().to_owned()), |_| ());
        keeper.dismiss(&of(&["copy"]), &Dismissed::default());
        assert!(
            keeper
                .reader
                .clone()
                .dismissed()
                .is_err_and(|problem| problem.contains("dismissed.tsv: line 1") && problem.contains("move it away"))
        );
        assert_eq!(fs::read_to_string(table(folder.path())).expect("the file"), "damaged");
        fs::remove_file(table(folder.path())).expect("the file");
        assert_eq!(keeper.flush(None).outcome(Duration::ZERO), Some(Ok(())));
        assert_eq!(read(&Disk, folder.path()), Ok(of(&["copy"])));
    }
}
