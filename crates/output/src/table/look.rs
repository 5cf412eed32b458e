//! Display of a table cell in the window: text, symbol, emphasis and the item that a click opens.

use std::borrow::Cow;

use super::{Column, Table};

/// Outputs in which a column appears.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// Column in the window and in files.
    #[default]
    Both,
    /// Column in the window only.
    Window,
    /// In files.
    File,
}

/// Display of a cell in the window.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Look<'a> {
    /// Text instead of that of the value.
    pub text: Option<Cow<'a, str>>,
    /// Symbol beside the text of the cell.
    pub mark: Mark,
    /// Emphasis of the cell.
    pub tone: Tone,
    /// Tooltip; may be empty.
    pub tip: Cow<'a, str>,
}

/// Symbol that a cell shows beside its text.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Mark {
    /// No mark.
    #[default]
    None,
    /// The cell names an item that a click opens: a word, a document or a run.
    Item(usize),
    /// The cell names an item that cannot be opened.
    Unknown,
    /// The marker of a class.
    Class(usize),
    /// The marker of a level between -1, the lowest, and 1.
    Level(f64),
    /// The marker of an increase or of a decrease.
    Change(bool),
    /// A bar for a share from 0 to 1.
    Share(f64),
}

/// Emphasis of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// Plain text.
    #[default]
    Plain,
    /// Less visible.
    Weak,
    /// Confirmed value.
    Good,
    /// Doubtful: outside its interval.
    Doubtful,
    /// Wrong value, in bold.
    Wrong,
    /// Rejected: wrong, without bold text.
    Rejected,
    /// Bold, in the colour of a class.
    Class(usize),
}

impl<'a> Look<'a> {
    /// The same cell with a tooltip.
    #[must_use]
    pub fn tip(self, tip: impl Into<Cow<'a, str>>) -> Self {
        Self { tip: tip.into(), ..self }
    }

    /// The same cell with a mark.
    #[must_use]
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

/// A cell that shows this text.
impl From<String> for Look<'_> {
    fn from(text: String) -> Self {
        (text, Tone::Plain).into()
    }
}

/// A cell that shows this text in this tone.
impl<'a, T: Into<Cow<'a, str>>> From<(T, Tone)> for Look<'a> {
    fn from((text, tone): (T, Tone)) -> Self {
        Self { text: Some(text.into()), tone, ..Self::default() }
    }
}

/// A cell that looks like its value for `None`.
impl<L: Into<Self>> From<Option<L>> for Look<'_> {
    fn from(look: Option<L>) -> Self {
        look.map_or_else(Self::default, L::into)
    }
}

impl<'a> Column<'a> {
    /// Display of the cell of a row in the window.
    pub fn look(&self, row: usize) -> Look<'a> {
        self.look.as_ref().map_or_else(Look::default, |look| look(row))
    }

    /// Text of the cell of a row in the window: that of its look, or that of its value.
    pub fn drawn(&self, row: usize) -> (Cow<'a, str>, Look<'a>) {
        let mut look = self.look(row);
        (look.text.take().unwrap_or_else(|| self.cells.shown(row)), look)
    }

    /// Replaces how the window draws the cells.
    pub fn mark<L: Into<Look<'a>>>(&mut self, look: impl Fn(usize) -> L + Send + Sync + 'a) {
        self.look = Some(Box::new(move |row| look(row).into()));
    }
}

impl<'a> Table<'a> {
    /// Adds a column of names, each with its mark; empty for `None`.
    #[must_use]
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

    /// Sets the display of the cells of the last column in the window.
    #[must_use]
    pub fn styled<L: Into<Look<'a>>>(self, look: impl Fn(usize) -> L + Send + Sync + 'a) -> Self {
        self.last(|column| column.mark(look))
    }

    /// The items that the cells of the last column name.
    #[must_use]
    pub fn items(self, of: impl Fn(usize) -> usize + Send + Sync + 'a) -> Self {
        self.styled(move |row| Mark::Item(of(row)))
    }

    /// Width of the last column in the window, in points.
    #[must_use]
    pub fn wide(self, width: f32) -> Self {
        self.last(|column| column.width = Some(width))
    }

    /// Sets the outputs in which the last column appears.
    #[must_use]
    pub fn only(self, place: Place) -> Self {
        self.last(|column| column.place = place)
    }

    /// Keeps the columns from this one on out of the window.
    #[must_use]
    pub fn files_from(mut self, column: usize) -> Self {
        self.columns.iter_mut().skip(column).for_each(|column| column.place = Place::File);
        self
    }

    /// The columns that files have.
    #[must_use]
    pub fn for_file(mut self) -> Self {
        self.columns.retain(|column| column.place != Place::Window);
        self
    }

    /// The columns that the window has.
    #[must_use]
    pub fn for_window(mut self) -> Self {
        self.columns.retain(|column| column.place != Place::File);
        self
    }

    /// Item named by the first cell of a row that names one; a row of the cells, not a place in the order.
    pub fn item(&self, row: usize) -> Option<usize> {
        self.columns.iter().find_map(|column| match column.look(row).mark {
            Mark::Item(item) => Some(item),
            _ => None,
        })
    }

    /// Text and look of a cell in the window.
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
