//! Items of the export dialog and their contents.

use std::sync::Arc;

use ndarray::Array2;

use crate::{Basis, Item, ReviewedMatches, SelectionSet, SpacePart, Tab, TableRow, Workspace, Writer, table_row};
use wordfield_core::{cancel, memory::Budget, model::pairs::Entry};
use wordfield_output::{Contents, ExportError, Kind, ModelArrays, Table, Vectors, WordPairs};

impl Workspace {
    /// Everything that can leave now: what the current tab shows first.
    pub fn export_items(&self) -> Vec<Item> {
        let here = self.layout.tab;
        // The dictionary is listed once: its own item writes the table too.
        let tables = self.tables().into_iter().filter(|row| row.name != "dictionary" || self.dictionary_writer().is_none());
        let (near, far): (Vec<_>, Vec<_>) = tables.partition(|row| row.tabs.contains(&here));
        let others = Item::OTHERS.into_iter().filter(|&item| self.writer(item, None).is_some());
        let table = |rows: Vec<&'static TableRow>| rows.into_iter().map(|row| Item::Table(row.name));
        let all = table(near).chain(others).chain(table(far));
        // In its tab the sandbox comes first.
        let mut all: Vec<Item> = all.collect();
        if here == Tab::Sandbox {
            all.sort_by_key(|item| *item != Item::Sandbox);
        }
        if here == Tab::Vectors {
            all.sort_by_key(|item| !matches!(item, Item::Space(_)));
        }
        all
    }

    /// Title of an item.
    pub fn export_title(&self, item: Item) -> String {
        match item {
            Item::Table(name) => table_row(name).map_or(name, |row| row.title).to_owned(),
            item => item.title().to_owned(),
        }
    }

    /// Writer of an item; `None` while there is nothing to write. Unreviewed pairs up to a distance count as accepted.
    pub(super) fn writer(&self, item: Item, accept_below: Option<f64>) -> Option<Writer> {
        match item {
            Item::Table(name) => self.table_writer(name),
            Item::Vectors { selected } => self.vectors_writer(selected),
            Item::Animation => self.animation_writer(),
            Item::Pairs => self.pairs_writer(accept_below),
            Item::Dictionary => self.dictionary_writer(),
            Item::Arrays { gram } => self.arrays_writer(gram),
            Item::Sandbox => Some(self.sandbox_writer()),
            Item::Space(part) => self.space_writer(part),
        }
    }

    fn pairs_writer(&self, accept_below: Option<f64>) -> Option<Writer> {
        let data = Arc::clone(self.corpus.dataset.as_ref()?);
        let matched = self.matches()?;
        let (rows, fitted) = (Arc::clone(&matched.rows), matched.fitted.clone());
        let reviews = self.documents.view.pairs.reviews.clone();
        Some(Writer::new(move |format, sink| {
            let matches = ReviewedMatches::new(Arc::clone(&data), reviews.clone(), &rows, &*fitted);
            let pairs = matches.reviewed(accept_below);
            match format.kind() {
                Kind::Table => Contents::Table(pairs.table()).write(format, sink),
                _ => Contents::Pairs(pairs).write(format, sink),
            }
        }))
    }

    fn dictionary_writer(&self) -> Option<Writer> {
        let data = Arc::clone(self.corpus.dataset.as_ref()?);
        let latent = Arc::clone(self.run.snapshot.as_ref()?.latent()?);
        let (dictionary, places) = self.dictionary()?;
        let entries: Vec<Entry> = places.iter().map(|&place| dictionary.entries[place]).collect();
        Some(Writer::new(move |format, sink| {
            let classes = &data.corpus.classes;
            let words = WordPairs::of([&classes[0], &classes[1]], &data.words, &latent, &entries);
            match format.kind() {
                Kind::Table => Contents::Table(words.table()).write(format, sink),
                _ => Contents::Dictionary(words).write(format, sink),
            }
        }))
    }

    fn arrays_writer(&self, gram: bool) -> Option<Writer> {
        let (data, snapshot) = (Arc::clone(self.corpus.dataset.as_ref()?), Arc::clone(self.run.snapshot.as_ref()?));
        Some(Writer::new(move |format, sink| {
            let (arrays, _) = ModelArrays::of(Arc::clone(&data), Arc::clone(&snapshot), gram.then(Budget::default));
            if cancel::requested() {
                return Err(ExportError::Cancelled);
            }
            Contents::Arrays(arrays.arrays()).write(format, sink)
        }))
    }

    fn sandbox_writer(&self) -> Writer {
        let model = Arc::clone(self.sandbox.model());
        Writer::new(move |format, sink| Contents::State(&model.to_text()).write(format, sink))
    }

    /// Vectors as read of a part of the words of a file of word vectors.
    fn space_writer(&self, part: SpacePart) -> Option<Writer> {
        let state = &self.word_space;
        let space = Arc::clone(state.space()?);
        let words: Vec<u32> = match part {
            SpacePart::Drawn => state.picture()?.words.clone(),
            SpacePart::Found => state.found()?.words.clone(),
            SpacePart::Lists => state.lists.iter().flat_map(|list| list.words.iter().copied()).collect(),
        };
        (!words.is_empty()).then_some(())?;
        Some(Writer::new(move |format, sink| {
            let texts: Vec<String> = words.iter().map(|&word| space.word(word).to_owned()).collect();
            let mut rows = Array2::zeros((words.len(), space.dimension()));
            for (mut row, &word) in rows.outer_iter_mut().zip(&words) {
                row.assign(&space.vector(word).mapv(f64::from));
            }
            let vectors = Vectors::new(&texts, rows.view());
            match format.kind() {
                Kind::Table => Contents::Table(vectors.into_table()).write(format, sink),
                _ => Contents::Vectors(vectors).write(format, sink),
            }
        }))
    }

    fn table_writer(&self, name: &str) -> Option<Writer> {
        let table = self.shown_table(name)?.collected();
        Some(Writer::new(move |format, sink| Contents::Table(table.borrowed()).write(format, sink)))
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
        let members = match &self.selection.set {
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
            match format.kind() {
                Kind::Table => Contents::Table(vectors.into_table()).write(format, sink),
                _ => Contents::Vectors(vectors).write(format, sink),
            }
        }))
    }
}

/// Class and number of documents of every word.
fn attributes(basis: &Basis) -> Table<'_> {
    let class = |word: usize| basis.word_class.get(word).and_then(|&class| basis.class_names.get(class));
    Table::new("words", basis.words.len())
        .text(basis.task.group(), move |word| class(word).map_or("", String::as_str))
        .integer("documents", |word| Some(basis.holders.row(word).0.len()))
}
