//! The one table of documents: columns given by the task, sorted by a click on a head, a row a document.
//!
//! Cost: only visible rows are drawn.

use eframe::egui::{Align, Label, Layout, Modifiers, Rect, RichText, Role, ScrollArea, Sense, Shape, Stroke, Ui, pos2, vec2};
use egui_extras::{Column as Width, TableBuilder};

use crate::{
    corpus::Corpus,
    state::{Action, Choose, Focus, Look, SelectionSet, SetOperation, Workspace},
    ui::widgets::named,
};

/// The least width of the titles.
const TITLES: f32 = 90.0;

/// Draws a document's cell and says whether something in it was clicked.
type Cell<'a> = Box<dyn Fn(&mut Ui, usize) -> bool + 'a>;

/// A column of the table.
pub struct Column<'a> {
    title: &'a str,
    hint: &'a str,
    width: Width,
    /// What it takes at least until it is dragged, in points.
    least: f32,
    cell: Cell<'a>,
}

impl<'a> Column<'a> {
    /// A column so many points wide; `cell` draws a document's and says whether something in it was clicked.
    pub fn new(title: &'a str, hint: &'a str, width: f32, cell: impl Fn(&mut Ui, usize) -> bool + 'a) -> Self {
        Self { title, hint, width: Width::initial(width).clip(true), least: width, cell: Box::new(cell) }
    }

    /// The column of the documents' titles, as wide as there is room.
    pub fn titles(title: &'a str, corpus: &'a Corpus) -> Self {
        let cell = |ui: &mut Ui, document: usize| {
            let label = ui.add(Label::new(corpus.display_title(document)).sense(Sense::click()).truncate());
            label.on_hover_text(&corpus.titles[document]).clicked()
        };
        Self {
            title,
            hint: "in the order of the file",
            width: Width::remainder().at_least(TITLES).clip(true),
            least: TITLES,
            cell: Box::new(cell),
        }
    }
}

/// The rows of the table: the documents listed. Those chosen have a bar at their left; the one looked at is brought into
/// sight when it becomes another.
pub struct Table<'a> {
    /// What is listed, looked at and chosen.
    pub workspace: &'a Workspace,
    /// The order, where it can be chosen.
    pub sorted: Option<Sorted>,
}

/// The order of the rows.
#[derive(Clone, Copy)]
pub struct Sorted {
    /// The column sorted by.
    pub column: usize,
    /// Whether the largest come first.
    pub descending: bool,
    /// What a click on the head of a column does.
    pub by: fn(usize) -> Action,
}

impl Table<'_> {
    /// Draws the table; a click on a row selects its document.
    pub fn show(&self, ui: &mut Ui, columns: &[Column<'_>], actions: &mut Vec<Action>) {
        let gaps = ui.spacing().item_spacing.x * columns.len() as f32 + ui.spacing().scroll.allocated_width();
        let least = columns.iter().map(|column| column.least).sum::<f32>() + gaps;
        if ui.available_width() >= least {
            return self.within(ui, columns, actions);
        }
        // No column is cut off: one scrolls to it.
        ScrollArea::horizontal().id_salt("documents, wide").auto_shrink(false).show(ui, |ui| {
            ui.set_width(least);
            self.within(ui, columns, actions);
        });
    }

    fn within(&self, ui: &mut Ui, columns: &[Column<'_>], actions: &mut Vec<Action>) {
        let row = self.row_to_show(ui);
        let mut table = TableBuilder::new(ui)
            // Fewer columns are other widths.
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

    /// A bar before a document of the set at work, or one that holds a word of it.
    fn mark(&self, ui: &mut Ui, document: usize) {
        let Some(linked) = self.workspace.linked() else { return };
        let cell = ui.max_rect();
        if linked.documents.contains(document) {
            let bar = Rect::from_min_size(cell.min, vec2(3.0, cell.height()));
            ui.painter().rect_filled(bar, 0.0, ui.visuals().selection.stroke.color);
        }
        ui.add_space(7.0);
    }

    /// What a click on a row does: looks at its document; with Ctrl chooses it or no longer, with shift chooses it and all from
    /// the one looked at.
    fn clicked(&self, place: usize, keys: Modifiers) -> Action {
        let (documents, all) =
            (self.workspace.documents(), self.workspace.corpus.dataset.as_ref().map_or(0, |data| data.corpus.len()));
        let document = documents[place];
        if keys.command || keys.ctrl {
            return Action::Choose(Choose::Take(SetOperation::Toggle, SelectionSet::documents(all, [document])));
        }
        if keys.shift {
            let looked_at = documents.iter().position(|&other| Some(other) == self.workspace.documents.shown).unwrap_or(place);
            let rows = &documents[place.min(looked_at)..=place.max(looked_at)];
            return Action::Choose(Choose::Take(SetOperation::Add, SelectionSet::documents(all, rows.iter().copied())));
        }
        Action::Look(Look::Select(Focus::Document(document)))
    }

    /// The row of a document that has just been selected: brought into sight once, not held there against scrolling.
    fn row_to_show(&self, ui: &Ui) -> Option<usize> {
        let id = ui.scope_id().with("selected row");
        // Sorted otherwise, it stands elsewhere.
        let now = (self.workspace.documents.shown, self.sorted.map(|sorted| (sorted.column, sorted.descending)));
        let before = ui.data(|data| data.get_temp(id));
        ui.data_mut(|data| data.insert_temp(id, now));
        let selected = self.workspace.documents.shown.filter(|_| before != Some(now))?;
        self.workspace.documents().iter().position(|&document| document == selected)
    }

    /// A column's title with a triangle where it is sorted by; what a click on it does.
    fn head(&self, ui: &mut Ui, place: usize, column: &Column<'_>) -> Option<Action> {
        let title = RichText::new(column.title).strong();
        let Some(Sorted { column: sorted, descending, by }) = self.sorted else {
            ui.label(title).on_hover_text(column.hint);
            return None;
        };
        let head = ui.add(Label::new(title).sense(Sense::click()).selectable(false));
        // The room of the triangle is kept in every head, so that none shifts when another is sorted by.
        let (rect, _) = ui.allocate_exact_size(vec2(8.0, 6.0), Sense::hover());
        if sorted == place {
            let (flat, tip) = if descending { (rect.top(), rect.bottom()) } else { (rect.bottom(), rect.top()) };
            let corners = vec![pos2(rect.left(), flat), pos2(rect.right(), flat), pos2(rect.center().x, tip)];
            ui.painter().add(Shape::convex_polygon(corners, ui.visuals().strong_text_color(), Stroke::NONE));
            let order = if descending { "descending" } else { "ascending" };
            named(&head, Role::ColumnHeader, &format!("{}, {order}", column.title));
        }
        head.on_hover_text(format!("{}; click to sort", column.hint)).clicked().then(|| by(place))
    }
}
