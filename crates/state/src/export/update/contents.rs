//! Exportable contents of the export dialog. To add some, add a row to [`OTHER_CONTENTS`] and the function that makes their writer.

use std::{path::PathBuf, sync::Arc};

use ndarray::Array2;

use crate::{
    Basis, ExportDialog, Item, ReviewedMatches, SelectionSet, Tab, TableRow, Workspace, Writer, reviews::delivered, table_row,
};
use wordfield_core::{
    cancel,
    corpus::{Corpus, Origin, ReadOptions},
    memory::Budget,
    model::pairs::Entry,
};
use wordfield_output::{
    Arrays, Decisions, Delivery, ExportError, ExportKind, Exporter, Frames, Keep, KnownPairs, ModelArrays, PairUnits,
    ReviewedPairs, SandboxText, Table, Vectors, WordPairs,
};

/// Error: the files contain different pairs than the reviewed ones.
const CHANGED_FILES: &str = "the files of the pairs have changed since they were opened, so that verdicts may belong to other texts: \
                             export the reviewed pairs as a table, and open the files again";

/// Whether the pairs read from files equal those of a corpus.
fn are_same(units: &PairUnits, corpus: &Corpus) -> bool {
    let known = KnownPairs::of_corpus(corpus);
    known.0.len() == units.files.pairs() && known == KnownPairs::of_files(&units.files)
}

/// Kind of exportable contents other than tables.
struct Other {
    /// Name of the exported contents, with which the file name begins.
    name: &'static str,
    /// Title of the contents in the export dialog.
    title: &'static str,
    /// Tab in which these contents are listed first in the export dialog.
    tab: Option<Tab>,
    /// File formats of the exported contents, the default first.
    formats: fn() -> Vec<&'static Exporter>,
    /// Function that creates the writer of the contents; `None` while the contents are empty.
    writer: fn(&Workspace) -> Option<Writer>,
}

/// Creates the description of exportable contents of kind `K`.
const fn row<K: ExportKind + ?Sized>(name: &'static str, title: &'static str, writer: fn(&Workspace) -> Option<Writer>) -> Other {
    Other { name, title, tab: None, formats: K::formats, writer }
}

impl Other {
    const fn first_in(self, tab: Tab) -> Self {
        Self { tab: Some(tab), ..self }
    }
}

/// All exportable contents except tables, in the order of the dialog.
static OTHER_CONTENTS: &[Other] = &[
    row::<ReviewedPairs>(Item::PAIRS.name(), "Reviewed pairs with both texts", Workspace::pairs_writer),
    row::<Delivery>(Item::CLEAN.name(), "Clean pairs: all but the rejected, in their file's order", Workspace::clean_writer),
    row::<WordPairs>(Item::DICTIONARY.name(), "Learned dictionary", Workspace::dictionary_writer),
    row::<Vectors>("selected-vectors", "Word vectors of the selected words", |workspace| workspace.vectors_writer(true)),
    row::<Vectors>("vectors", "Word vectors", |workspace| workspace.vectors_writer(false)),
    row::<Arrays>("model", "Positions and predictions", |workspace| workspace.arrays_writer(false)),
    row::<Arrays>("model-with-gram", "Positions, predictions and Gram matrix", |workspace| workspace.arrays_writer(true)),
    row::<dyn Frames>("run", "Recorded run as an animation", Workspace::animation_writer),
    row::<SandboxText>(Item::SANDBOX.name(), "State of the sandbox", Workspace::sandbox_writer).first_in(Tab::Sandbox),
    row::<Vectors>("drawn-vectors", "Vectors of the drawn words", |workspace| {
        workspace.space_writer(&workspace.word_space.picture.as_ref()?.words)
    })
    .first_in(Tab::Vectors),
    row::<Vectors>("found-vectors", "Vectors of the found words", |workspace| {
        workspace.space_writer(&workspace.word_space.found()?.words)
    })
    .first_in(Tab::Vectors),
    row::<Vectors>("list-vectors", "Vectors of the words of both lists", |workspace| {
        let lists: Vec<u32> = workspace.word_space.lists.iter().flat_map(|list| list.words.iter().copied()).collect();
        workspace.space_writer(&lists)
    })
    .first_in(Tab::Vectors),
];

impl Item {
    /// Description of an exported item's contents, unless it is a table.
    fn other(self) -> Option<&'static Other> {
        OTHER_CONTENTS.iter().find(|row| self == Self::Other(row.name))
    }

    /// File formats of the exported item, the default first.
    pub fn formats(self) -> Vec<&'static Exporter> {
        self.other().map_or_else(Table::formats, |row| (row.formats)())
    }

    /// Title of the item in the export dialog.
    pub fn title(self) -> &'static str {
        let title = self.other().map(|row| row.title);
        title.or_else(|| table_row(self.name()).map(|row| row.title)).unwrap_or(self.name())
    }

    /// Whether only the given tab has the exported item.
    pub(super) fn is_of(self, tab: Tab) -> bool {
        match self {
            Self::Table(name) => table_row(name).is_some_and(|row| row.tabs == [tab]),
            Self::Other(_) => self.other().is_some_and(|row| row.tab == Some(tab)),
        }
    }
}

impl Workspace {
    /// Items that can be exported now, those of the current tab first.
    pub fn export_items(&self) -> Vec<Item> {
        let here = self.layout.tab;
        // The dictionary is listed once: its own item also writes the table.
        let once = |row: &&TableRow| row.name != Item::DICTIONARY.name() || self.dictionary_writer().is_none();
        let tables = self.tables().into_iter().filter(once);
        let (near, far): (Vec<_>, Vec<_>) = tables.partition(|row| row.tabs.contains(&here));
        let others = OTHER_CONTENTS.iter().filter(|row| (row.writer)(self).is_some()).map(|row| Item::Other(row.name));
        let table = |rows: Vec<&'static TableRow>| rows.into_iter().map(|row| Item::Table(row.name));
        let mut all: Vec<Item> = table(near).chain(others).chain(table(far)).collect();
        all.sort_by_key(|item| item.other().is_none_or(|row| row.tab != Some(here)));
        all
    }

    /// Creates the writer of an exported item; `None` while the item is empty.
    pub(super) fn writer(&self, item: Item) -> Option<Writer> {
        match item.other() {
            Some(row) => (row.writer)(self),
            None => self.table_writer(item.name()),
        }
    }

    /// Writer of the reviewed pairs; unreviewed ones up to the distance of the dialog count as accepted.
    fn pairs_writer(&self) -> Option<Writer> {
        let accept_below = self.export.dialog.as_ref().and_then(|dialog| dialog.accept_below);
        let data = Arc::clone(self.corpus.dataset.as_ref()?);
        let matched = self.matches()?;
        let (rows, fitted) = (Arc::clone(&matched.rows), matched.fitted.clone());
        let reviews = self.choices.reviews.clone();
        Some(Writer::new(move |format, sink| {
            let matches = ReviewedMatches::new(Arc::clone(&data), reviews.clone(), &rows, &*fitted);
            ReviewedPairs::write(&matches.reviewed(accept_below), format, sink)
        }))
    }

    /// Clean pairs that the open export dialog delivers.
    pub fn delivery(&self) -> Option<&Decisions> {
        self.export.delivered.value()
    }

    /// Whether the open pairs have files from which clean pairs can be delivered.
    pub fn has_pair_files(&self) -> bool {
        self.files_of_pairs().is_some()
    }

    /// Files of the open pairs with their reading options; `None` for other corpora.
    pub(super) fn files_of_pairs(&self) -> Option<(&[PathBuf], &ReadOptions)> {
        let corpus = &self.corpus.dataset.as_ref()?.corpus;
        corpus.task.pairs().filter(|_| !corpus.counted)?;
        let Some(Origin::Files(paths, options)) = &corpus.origin else { return None };
        Some((paths, options))
    }

    /// Writer of the clean pairs chosen in the dialog, and of the table of omitted pairs.
    fn clean_writer(&self) -> Option<Writer> {
        let (paths, options) = self.files_of_pairs()?;
        let (paths, options) = (paths.to_vec(), options.clone());
        let (data, reviews) = (Arc::clone(self.corpus.dataset.as_ref()?), self.choices.reviews.clone());
        let dialog = self.export.dialog.as_ref();
        let keep = dialog.map_or(Keep::default(), |dialog| dialog.keep);
        let scores = self.check().cloned().zip(self.scores().cloned());
        let rejects = dialog.and_then(ExportDialog::rejects).map(PathBuf::from);
        let reasons = self.reasons().cloned().unwrap_or_default();
        Some(Writer::new(move |format, sink| {
            let units = PairUnits::read(&paths, &options)?;
            if !are_same(&units, &data.corpus) {
                return Err(ExportError::Unsuitable(CHANGED_FILES.to_owned()));
            }
            let reviews = delivered::pair_reviews(&data.corpus, &reviews, |source| {
                scores.as_ref().and_then(|(check, scores)| scores.of_pair(check, source))
            });
            let delivery = Delivery::new(&units, &reviews, keep, &reasons)?;
            let others = rejects.as_ref().map(|path| sink.another(path).map(|sink| (sink, path))).transpose()?;
            Delivery::write(&delivery, format, sink)?;
            let Some((sink, path)) = others else { return Ok(()) };
            let formats = Table::formats();
            let format = formats.iter().find(|format| path.extension().is_some_and(|extension| extension == format.extension));
            Table::write(&delivery.omitted_table(), format.unwrap_or(&formats[0]), sink)
        }))
    }

    fn dictionary_writer(&self) -> Option<Writer> {
        let data = Arc::clone(self.corpus.dataset.as_ref()?);
        let latent = Arc::clone(self.run.snapshot.as_ref()?.latent()?);
        let (dictionary, places) = self.dictionary()?;
        // The dictionary is exported in the order and with the filter of its list.
        let table = self.shown_table("dictionary")?;
        let entries: Vec<Entry> = (0..table.len()).map(|place| dictionary.entries[places[table.row(place)]]).collect();
        let examples = self.export.dialog.as_ref().map_or(0, |dialog| dialog.examples);
        Some(Writer::new(move |format, sink| WordPairs::write(&WordPairs::of(&data, &latent, &entries, examples), format, sink)))
    }

    fn arrays_writer(&self, gram: bool) -> Option<Writer> {
        let (data, snapshot) = (Arc::clone(self.corpus.dataset.as_ref()?), Arc::clone(self.run.snapshot.as_ref()?));
        Some(Writer::new(move |format, sink| {
            let (arrays, _) = ModelArrays::of(Arc::clone(&data), Arc::clone(&snapshot), gram.then(Budget::default));
            if cancel::requested() {
                return Err(ExportError::Cancelled);
            }
            Arrays::write(&arrays.arrays(), format, sink)
        }))
    }

    #[allow(clippy::unnecessary_wraps, reason = "the form of all writers")]
    fn sandbox_writer(&self) -> Option<Writer> {
        let model = Arc::clone(&self.sandbox.model);
        Some(Writer::new(move |format, sink| SandboxText::write(&SandboxText(&model.to_text()), format, sink)))
    }

    /// Writer of the unchanged vectors of some words from a word-vector file.
    fn space_writer(&self, words: &[u32]) -> Option<Writer> {
        let space = Arc::clone(self.word_space.space().filter(|_| !words.is_empty())?);
        let words = words.to_vec();
        Some(Writer::new(move |format, sink| {
            let texts: Vec<String> = words.iter().map(|&word| space.word(word).to_owned()).collect();
            let mut rows = Array2::zeros((words.len(), space.dimension()));
            for (mut row, &word) in rows.outer_iter_mut().zip(&words) {
                row.assign(&space.vector(word).mapv(f64::from));
            }
            Vectors::write(&Vectors::new(&texts, rows.view()), format, sink)
        }))
    }

    fn table_writer(&self, name: &str) -> Option<Writer> {
        let table = self.shown_table(name)?.collected();
        Some(Writer::new(move |format, sink| Table::write(&table, format, sink)))
    }

    fn animation_writer(&self) -> Option<Writer> {
        let recorded = self.timeline.history.as_ref().is_some_and(|history| history.len() > 1);
        (recorded && self.field.scene.is_some()).then(|| Writer::Animation(Arc::new(self.printed())))
    }

    fn vectors_writer(&self, selected: bool) -> Option<Writer> {
        let basis = Arc::clone(self.corpus.basis.as_ref()?);
        let latent = Arc::clone(&self.field.scene.as_ref()?.latent);
        if latent.nrows() != basis.words.len() {
            return None;
        }
        let members = match &self.choices.selection {
            SelectionSet::Words(members) if selected => Some(Arc::clone(members)),
            _ if selected => return None,
            _ => None,
        };
        Some(Writer::new(move |format, sink| {
            let vectors = Vectors::new(&basis.words, latent.view()).with_attributes(attributes(&basis));
            let vectors = match &members {
                Some(members) => vectors.selected(members.iter().collect()),
                None => vectors,
            };
            Vectors::write(&vectors, format, sink)
        }))
    }
}

/// Table with the class and the document frequency of every word.
fn attributes(basis: &Basis) -> Table<'_> {
    let class = |word: usize| basis.word_class.get(word).and_then(|&class| basis.class_names.get(class));
    Table::new("words", basis.words.len())
        .text(basis.task.group(), move |word| class(word).map_or("", String::as_str))
        .integer("documents", |word| Some(basis.holders.row(word).0.len()))
}
