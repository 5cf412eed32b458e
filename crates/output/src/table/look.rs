//! Display of a table cell in the window: text, symbol, emphasis, and item to open.

use std::borrow::Cow;

use super::{Column, Table};

/// Outputs in which a table column appears: window, files or both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// Column appears in the window and in files.
    #[default]
    Both,
    /// The column appears in the window only.
    Window,
    /// The column appears in files only.
    File,
}

/// Display of a table cell in the window: text, symbol, emphasis and tooltip.
#[must_use]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Look<'a> {
    /// Text shown in the cell instead of its value.
    pub text: Option<Cow<'a, str>>,
    /// Symbol next to the text of the cell.
    pub mark: Mark,
    /// Emphasis of the cell's text.
    pub tone: Tone,
    /// Tooltip of the cell; may be empty.
    pub tip: Cow<'a, str>,
}

/// Symbol next to the text of a table cell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Mark {
    /// Mark: no symbol next to the text.
    #[default]
    None,
    /// Mark: link to an item that a click opens, such as a word, a document or a run.
    Item(usize),
    /// Mark: symbol of an item that cannot be opened.
    Unknown,
    /// Mark: marker of the class with the given index.
    Class(usize),
    /// Mark: level from -1 (lowest) to 1 (highest).
    Level(f64),
    /// Mark: increase (`true`) or decrease.
    Change(bool),
    /// Mark: bar for a share from 0 to 1.
    Share(f64),
}

/// Emphasis of a table cell's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// Tone: plain text without emphasis.
    #[default]
    Plain,
    /// Tone: less visible text, for an unimportant value.
    Weak,
    /// Tone: emphasis of a confirmed value.
    Good,
    /// Tone: emphasis of a doubtful value, outside its interval.
    Doubtful,
    /// Tone: emphasis of a wrong value, in bold.
    Wrong,
    /// Tone: emphasis of a rejected value, like that of a wrong one but not bold.
    Rejected,
    /// Tone: bold text in the colour of the class with the given index.
    Class(usize),
}

impl<'a> Look<'a> {
    /// Display of the cell with a tooltip added.
    pub fn tip(self, tip: impl Into<Cow<'a, str>>) -> Self {
        Self { tip: tip.into(), ..self }
    }

    /// Display of the cell with a symbol added next to its text.
    pub fn mark(self, mark: Mark) -> Self {
        Self { mark, ..self }
    }
}

impl From<Mark> for Look<'_> {
    fn from(mark: Mark) -> Self {
        Self { mark, ..Self::default() }
    }
}

impl From<Tone> for Look<'_> {
    fn from(tone: Tone) -> Self {
        Self { tone, ..Self::default() }
    }
}

/// Display of a cell as the given text.
impl From<String> for Look<'_> {
    fn from(text: String) -> Self {
        (text, Tone::Plain).into()
    }
}

/// Display of a cell as the given text with an emphasis.
impl<'a, T: Into<Cow<'a, str>>> From<(T, Tone)> for Look<'a> {
    fn from((text, tone): (T, Tone)) -> Self {
        Self { text: Some(text.into()), tone, ..Self::default() }
    }
}

/// Converts an optional display of a cell; `None` displays the value of the cell.
impl<L: Into<Self>> From<Option<L>> for Look<'_> {
    fn from(look: Option<L>) -> Self {
        look.map_or_else(Self::default, L::into)
    }
}

impl<'a> Column<'a> {
    /// Display of this column's cell in a row, in the window.
    pub fn look(&self, row: usize) -> Look<'a> {
        self.look.as_ref().map_or_else(Look::default, |look| look(row))
    }

    /// Text of this column's cell in a row as the window shows it, and its display.
    pub fn drawn(&self, row: usize) -> (Cow<'a, str>, Look<'a>) {
        let mut look = self.look(row);
        (look.text.take().unwrap_or_else(|| self.cells.shown(row)), look)
    }

    /// Sets how the window displays the cells of this column.
    pub fn mark<L: Into<Look<'a>>>(&mut self, look: impl Fn(usize) -> L + Send + Sync + 'a) {
        self.look = Some(Box::new(move |row| look(row).into()));
    }
}

impl<'a> Table<'a> {
    /// Adds a column of names, each with its symbol; empty for `None`.
    pub fn named(
        self,
        title: impl Into<String>,
        names: &'a [String],
        mark: fn(usize) -> Mark,
        of: impl Fn(usize) -> Option<usize> + Send + Sync + Clone + 'a,
    ) -> Self {
        let own = of.clone();
        self.text(title, move |row| own(row).and_then(|item| names.get(item)).map_or("", String::as_str))
            .styled(move |row| of(row).map(mark))
    }

    /// Sets how the window displays the cells of the last column.
    pub fn styled<L: Into<Look<'a>>>(self, look: impl Fn(usize) -> L + Send + Sync + 'a) -> Self {
        self.last(|column| column.mark(look))
    }

    /// Sets the items (words, documents or runs) that the cells of the last column name.
    pub fn items(self, of: impl Fn(usize) -> usize + Send + Sync + 'a) -> Self {
        self.styled(move |row| Mark::Item(of(row)))
    }

    /// Sets the width of the last column in the window, in points.
    pub fn wide(self, width: f32) -> Self {
        self.last(|column| column.width = Some(width))
    }

    /// Sets the outputs in which the last column appears: window, files or both.
    pub fn only(self, place: Place) -> Self {
        self.last(|column| column.place = place)
    }

    /// Hides a column and all later ones in the window, but not in files.
    pub fn files_from(mut self, column: usize) -> Self {
        self.columns.iter_mut().skip(column).for_each(|column| column.place = Place::File);
        self
    }

    /// Table with the columns that files show.
    pub fn for_file(mut self) -> Self {
        self.columns.retain(|column| column.place != Place::Window);
        self
    }

    /// Table with the columns that the window shows.
    pub fn for_window(mut self) -> Self {
        self.columns.retain(|column| column.place != Place::File);
        self
    }

    /// Item named by the first cell of a row that names one; the row is counted before sorting and filtering.
    pub fn item(&self, row: usize) -> Option<usize> {
        self.columns.iter().find_map(|column| match column.look(row).mark {
            Mark::Item(item) => Some(item),
            _ => None,
        })
    }

    /// Text of a cell as the window shows it, with its display.
    pub fn drawn(&self, place: usize, column: usize) -> (Cow<'a, str>, Look<'a>) {
        self.columns[column].drawn(self.row(place))
    }

    pub(super) fn last(mut self, change: impl FnOnce(&mut Column<'a>)) -> Self {
        if let Some(column) = self.columns.last_mut() {
            change(column);
        }
        self
    }
}
