//! Table of documents: columns defined by the task, sorting by a click on a header.
//!
//! Cost: only visible rows are drawn.

use egui::{Align, Label, Layout, Modifiers, Rect, RichText, ScrollArea, Sense, Ui, vec2};
use egui_extras::{Column as Width, TableBuilder};

use crate::{
    data_table::sort_header,
    export,
    widgets::{percent, text_above},
};
use wordfield_core::corpus::Corpus;
use wordfield_state::{Action, Choose, Focus, Look, SelectionSet, SetOperation, Workspace};

/// Minimum width of the titles.
const TITLES: f32 = 90.0;

/// Draws a document's cell. Returns whether something in it was clicked.
type Cell<'a> = Box<dyn Fn(&mut Ui, usize) -> bool + 'a>;

/// A column of the table.
pub struct Column<'a> {
    title: &'a str,
    hint: &'a str,
    width: Width,
    /// Minimum width in points, until the column is resized.
    least: f32,
    cell: Cell<'a>,
}

impl<'a> Column<'a> {
    /// A column `width` points wide; `cell` draws a document's cell and returns whether it was clicked.
    pub fn new(title: &'a str, hint: &'a str, width: f32, cell: impl Fn(&mut Ui, usize) -> bool + 'a) -> Self {
        Self { title, hint, width: Width::initial(width).clip(true), least: width, cell: Box::new(cell) }
    }

    /// A column of texts, which shares the remaining width with the others of its kind.
    pub fn text(title: &'a str, cell: impl Fn(&mut Ui, usize) -> bool + 'a) -> Self {
        let width = Width::remainder().at_least(TITLES).clip(true);
        Self { title, hint: "text of the document", width, least: TITLES, cell: Box::new(cell) }
    }

    /// The column of document titles, which takes the remaining width.
    pub fn titles(title: &'a str, corpus: &'a Corpus) -> Self {
        let cell = |ui: &mut Ui, document: usize| {
            let title = Label::new(corpus.display_title(document)).sense(Sense::click()).truncate();
            let title = ui.add(title.show_tooltip_when_elided(false));
            text_above(&title, &corpus.titles[document]);
            title.clicked()
        };
        Self {
            title,
            hint: "order of the file",
            width: Width::remainder().at_least(TITLES).clip(true),
            least: TITLES,
            cell: Box::new(cell),
        }
    }
}

/// The column with the share of each document's words that are selected; `None` unless words are selected.
pub fn share_of_selected(workspace: &Workspace) -> Option<Column<'_>> {
    let shares = workspace.linked()?.shares.as_ref()?;
    let cell = |ui: &mut Ui, document: usize| {
        let share = shares.get(document).copied().unwrap_or(0.0);
        ui.label(if share > 0.0 { percent(f64::from(share)) } else { String::new() });
        false
    };
    Some(Column::new("selected", "share of the document's words that are selected", 82.0, cell))
}

/// The listed documents. Selected documents have a bar on the left; the open document scrolls into view when it changes.
pub struct Table<'a> {
    /// Workspace with the list, the open document and the current selection.
    pub workspace: &'a Workspace,
    /// Sort order, for sortable tables.
    pub sorted: Option<Sorted>,
}

/// Sort order of the rows.
#[derive(Clone, Copy)]
pub struct Sorted {
    /// Sorted column.
    pub column: usize,
    /// Whether the largest values come first.
    pub descending: bool,
    /// Action of a click on a column header.
    pub by: fn(usize) -> Action,
}

/// Shown document, and sorted column with its direction, of the last frame.
type Seen = (Option<usize>, Option<(usize, bool)>);

impl Table<'_> {
    /// Draws the table; a click on a row selects its document.
    pub fn show(&self, ui: &mut Ui, columns: &[Column<'_>], actions: &mut Vec<Action>) {
        let gaps = ui.spacing().item_spacing.x * columns.len() as f32 + ui.spacing().scroll.allocated_width();
        let least = columns.iter().map(|column| column.least).sum::<f32>() + gaps;
        export::context(ui, ui.available_rect_before_wrap(), "documents", actions);
        if ui.available_width() >= least {
            return self.within(ui, columns, actions);
        }
        // A table wider than the pane scrolls horizontally; no column is cut off.
        ScrollArea::horizontal().id_salt("documents, wide").auto_shrink(false).show(ui, |ui| {
            ui.set_width(least);
            self.within(ui, columns, actions);
        });
    }

    fn within(&self, ui: &mut Ui, columns: &[Column<'_>], actions: &mut Vec<Action>) {
        let row = self.row_to_show(ui);
        // Text that can be selected would keep clicks from its row.
        ui.style_mut().interaction.selectable_labels = false;
        let mut table = TableBuilder::new(ui)
            // Another number of columns has its own widths.
            .id_salt(("documents", columns.len()))
            .striped(true)
            .sense(Sense::click())
            .auto_shrink(false)
            .min_scrolled_height(0.0)
            .cell_layout(Layout::left_to_right(Align::Center));
        for column in columns {
            table = table.column(column.width);
        }
        if let Some(row) = row {
            table = table.scroll_to_row(row, None);
        }
        let table = table.header(20.0, |mut header| {
            for (place, column) in columns.iter().enumerate() {
                header.col(|ui| actions.extend(self.head(ui, place, column)));
            }
        });
        table.body(|body| {
            let documents = self.workspace.documents();
            body.rows(20.0, documents.len(), |mut row| {
                let (place, document) = (row.index(), documents[row.index()]);
                row.set_selected(self.workspace.documents.shown == Some(document));
                let mut hit = false;
                for (column, first) in columns.iter().zip(std::iter::once(true).chain(std::iter::repeat(false))) {
                    row.col(|ui| {
                        if first {
                            self.mark(ui, document);
                        }
                        hit |= (column.cell)(ui, document);
                    });
                }
                if hit || row.response().clicked() {
                    let keys = row.response().ctx.input(|input| input.modifiers);
                    actions.push(self.clicked(place, keys));
                }
            });
        });
    }

    /// A bar before a document that is selected or contains a selected word.
    fn mark(&self, ui: &mut Ui, document: usize) {
        let Some(linked) = self.workspace.linked() else { return };
        let cell = ui.max_rect();
        if linked.documents.contains(document) {
            let bar = Rect::from_min_size(cell.min, vec2(3.0, cell.height()));
            ui.painter().rect_filled(bar, 0.0, ui.visuals().selection.stroke.color);
        }
        ui.add_space(7.0);
    }

    /// Action of a click on a row: opens the document; with Ctrl toggles its selection; with Shift selects the range from the
    /// open document.
    fn clicked(&self, place: usize, keys: Modifiers) -> Action {
        let (documents, all) =
            (self.workspace.documents(), self.workspace.corpus.dataset.as_ref().map_or(0, |data| data.corpus.len()));
        let document = documents[place];
        if keys.command || keys.ctrl {
            return Action::Choose(Choose::Take(SetOperation::Toggle, SelectionSet::documents(all, [document])));
        }
        if keys.shift {
            let open_row = documents.iter().position(|&other| Some(other) == self.workspace.documents.shown).unwrap_or(place);
            let rows = &documents[place.min(open_row)..=place.max(open_row)];
            return Action::Choose(Choose::Take(SetOperation::Add, SelectionSet::documents(all, rows.iter().copied())));
        }
        Action::Look(Look::Select(Focus::Document(document)))
    }

    /// Row of a newly opened document, or the first one of a new order. Returned once, so that the user can scroll away.
    fn row_to_show(&self, ui: &Ui) -> Option<usize> {
        let id = ui.scope_id().with("selected row");
        let (shown, order) = (self.workspace.documents.shown, self.sorted.map(|sorted| (sorted.column, sorted.descending)));
        let before: Option<Seen> = ui.data(|data| data.get_temp(id));
        ui.data_mut(|data| data.insert_temp::<Seen>(id, (shown, order)));
        let same_document = before.is_some_and(|(before, _)| before == shown);
        if same_document {
            return before.is_some_and(|(_, before)| before != order).then_some(0);
        }
        self.workspace.documents().iter().position(|&document| Some(document) == shown)
    }

    /// Column header with a sort triangle. Returns the action of a click.
    fn head(&self, ui: &mut Ui, place: usize, column: &Column<'_>) -> Option<Action> {
        let title = RichText::new(column.title).strong();
        let Some(Sorted { column: sorted, descending, by }) = self.sorted else {
            ui.label(title).on_hover_text(column.hint);
            return None;
        };
        let sorted = (sorted == place).then_some(descending);
        sort_header(ui, column.title, column.hint, sorted).clicked().then(|| by(place))
    }
}
