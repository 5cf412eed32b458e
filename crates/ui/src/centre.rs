//! Central area of the window: panes as tabs, or arranged by the user side by side.
//!
//! The arrangement of the panes is state of the views; the active tab is state of the workspace.
//! Panes cannot be closed; "Layout" restores the default arrangement.

use egui::{self, Color32, Frame, Margin, Rect, Response, Ui, Visuals, WidgetText};
use egui_tiles::{Behavior, Container, SimplificationOptions, TabState, Tile, TileId, Tiles, Tree, UiResponse};

use super::{
    commands::TAB_KEYS,
    compare, concordance,
    document_map::DocumentMapTab,
    documents,
    field::Direction,
    field_tab::FieldTab,
    gram::GramTab,
    sandbox::SandboxTab,
    study,
    task::{self, Texts},
    word_space::SpaceTab,
};
use wordfield_state::{Action, Look, Tab, Workspace};

/// Panes of the window's central area and their arrangement.
pub(crate) struct Centre {
    tree: Tree<Tab>,
    /// Tabs that keep a drawing state.
    pub tabs: Tabs,
}

/// Drawing state of the tabs.
#[derive(Default)]
pub(crate) struct Tabs {
    /// Tab with the word field.
    pub field: FieldTab,
    texts: Texts,
    gram: GramTab,
    document_map: DocumentMapTab,
    sandbox: SandboxTab,
    word_space: SpaceTab,
}

impl Default for Centre {
    fn default() -> Self {
        Self { tree: Layout::Tabs.tree(), tabs: Tabs::default() }
    }
}

/// Predefined arrangement of the panes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Arranges all panes as tabs of one group.
    Tabs,
    /// Arranges the word field and the other panes side by side.
    SideBySide,
}

impl Layout {
    fn tree(self) -> Tree<Tab> {
        let mut tiles = Tiles::default();
        let mut panes: Vec<TileId> = Tab::ALL.into_iter().map(|tab| tiles.insert_pane(tab)).collect();
        let root = match self {
            Self::Tabs => tiles.insert_tab_tile(panes),
            Self::SideBySide => {
                let others = panes.split_off(1);
                let sides = vec![tiles.insert_tab_tile(panes), tiles.insert_tab_tile(others)];
                tiles.insert_horizontal_tile(sides)
            }
        };
        Tree::new(egui::Id::unique("centre"), root, tiles)
    }
}

impl Centre {
    /// Rectangle of the word field's legend in the last frame; `None` if the word field is hidden.
    pub(crate) fn legend(&self) -> Option<Rect> {
        self.in_front().contains(&Tab::Field).then(|| self.tabs.field.word_field.legend()).flatten()
    }

    /// Action that inspects the nearest word in a direction on the screen, if the word field is visible.
    pub(crate) fn word_towards(&self, workspace: &Workspace, direction: Direction) -> Option<Action> {
        let in_sight = self.in_front().contains(&Tab::Field);
        in_sight.then(|| self.tabs.field.word_towards(workspace, direction)).flatten()
    }

    /// Applies a predefined arrangement of the panes.
    pub(crate) fn lay_out(&mut self, layout: Layout) {
        self.tree = layout.tree();
    }

    /// Draws the visible panes of the central area.
    pub(crate) fn show(&mut self, ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
        if !self.in_front().contains(&workspace.layout.tab) {
            self.tree.make_active(|_, tile| pane(tile) == Some(&workspace.layout.tab));
        }
        let before = self.in_front();
        self.separate_groups(&before);
        self.tree.ui(&mut Panes { workspace, actions, tabs: &mut self.tabs }, ui);
        let activated = self.in_front().into_iter().find(|tab| !before.contains(tab));
        actions.extend(activated.map(|tab| Action::Look(Look::Tab(tab))));
    }

    /// Separates groups of panes: a pane dropped at the edge of one of several tabs would end up behind a common tab.
    /// The remaining tabs move to the pane that was visible, and the two groups are shown side by side.
    fn separate_groups(&mut self, seen: &[Tab]) {
        self.tree.simplify(&simple());
        let tiles = &self.tree.tiles;
        let folded = tiles.tiles().find_map(|tile| {
            let Tile::Container(Container::Tabs(tabs)) = tile else { return None };
            let row = tabs.children.iter().find_map(|child| match tiles.get_container(*child)? {
                Container::Linear(row) => Some(row.children.clone()),
                _ => None,
            })?;
            let others = tabs.children.iter().filter(|child| tiles.get_container(**child).is_none());
            Some((row, others.copied().collect::<Vec<_>>()))
        });
        let Some((row, others)) = folded else { return };
        let shows = |id: &&TileId| match tiles.get_container(**id) {
            Some(Container::Tabs(tabs)) => {
                tabs.active.and_then(|active| tiles.get_pane(&active)).is_some_and(|tab| seen.contains(tab))
            }
            _ => false,
        };
        let Some(&home) = row.iter().find(shows) else { return };
        let active = |tree: &Tree<Tab>| match tree.tiles.get_container(home) {
            Some(Container::Tabs(tabs)) => tabs.active,
            _ => None,
        };
        let shown = active(&self.tree);
        for other in others {
            self.tree.move_tile_to_container(other, home, usize::MAX, false);
        }
        if let Some(Tile::Container(Container::Tabs(tabs))) = self.tree.tiles.get_mut(home) {
            tabs.active = shown;
        }
        self.tree.simplify(&simple());
    }

    /// Tabs of the panes that are visible.
    fn in_front(&self) -> Vec<Tab> {
        self.tree.active_tiles().into_iter().filter_map(|id| pane(self.tree.tiles.get(id)?).copied()).collect()
    }
}

fn simple() -> SimplificationOptions {
    SimplificationOptions { all_panes_must_have_tabs: true, ..SimplificationOptions::default() }
}

fn pane(tile: &Tile<Tab>) -> Option<&Tab> {
    if let Tile::Pane(tab) = tile { Some(tab) } else { None }
}

/// Name and description of a tab; the task replaces the names of the tabs with the documents and the evaluation.
pub(crate) fn described(tab: Tab) -> (&'static str, &'static str) {
    match tab {
        Tab::Field => ("Word field", "the words in latent space"),
        Tab::Documents => ("Documents", "documents with their predictions"),
        Tab::Evaluation => ("Evaluation", "predictions compared with the true values"),
        Tab::Gram => ("Gram matrix", "the kernel between all training documents"),
        Tab::Compare => ("Compare", "compares two sets of documents or words, or two runs"),
        Tab::Concordance => ("Concordance", "every occurrence of the selected words in context"),
        Tab::Sandbox => ("Sandbox", "point sets to draw and drag, with their kernel means, MMD and Gram matrix"),
        Tab::DocumentMap => ("Document map", "the documents on the principal axes of the model's kernel"),
        Tab::Vectors => ("Vectors", "a file of word vectors without documents: neighbours, analogies, axes, comparisons"),
        Tab::Study => ("Study", "methods compared over training sizes and seeds, trained in the background"),
    }
}

/// Inputs for drawing one frame of the panes.
struct Panes<'a> {
    workspace: &'a Workspace,
    actions: &'a mut Vec<Action>,
    tabs: &'a mut Tabs,
}

impl Behavior<Tab> for Panes<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _id: TileId, tab: &mut Tab) -> UiResponse {
        let (workspace, actions, tabs) = (self.workspace, &mut *self.actions, &mut *self.tabs);
        Frame::new().inner_margin(Margin::same(4)).show(ui, |ui| match tab {
            Tab::Field => tabs.field.show(ui, workspace, actions),
            Tab::Documents => documents::show(ui, workspace, &mut tabs.texts, actions),
            Tab::Evaluation => documents::evaluation(ui, workspace, actions),
            Tab::Gram => tabs.gram.show(ui, workspace, actions),
            Tab::Compare => compare::show(ui, workspace, actions),
            Tab::Concordance => concordance::show(ui, workspace, actions),
            Tab::Sandbox => tabs.sandbox.show(ui, workspace, actions),
            Tab::DocumentMap => tabs.document_map.show(ui, workspace, actions),
            Tab::Vectors => tabs.word_space.show(ui, workspace, actions),
            Tab::Study => study::show(ui, workspace, actions),
        });
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, tab: &Tab) -> WidgetText {
        let task = task::current(self.workspace);
        let title = match tab {
            Tab::Documents => task.documents,
            Tab::Evaluation => task.evaluation,
            tab => described(*tab).0,
        };
        egui::RichText::new(title).into()
    }

    fn on_tab_button(&mut self, tiles: &mut Tiles<Tab>, id: TileId, button: Response) -> Response {
        let Some(tab) = tiles.get_pane(&id) else { return button };
        let place = Tab::ALL.iter().position(|known| known == tab).filter(|place| *place < TAB_KEYS.len());
        let key = place.map_or_else(String::new, |place| format!("key {}; ", place + 1));
        button.on_hover_text(format!("{key}drag to place it beside another"))
    }

    fn tab_bar_height(&self, style: &egui::Style) -> f32 {
        style.spacing.interact_size.y + 6.0
    }

    fn tab_bar_color(&self, visuals: &Visuals) -> Color32 {
        visuals.faint_bg_color
    }

    fn tab_text_color(&self, visuals: &Visuals, _tiles: &Tiles<Tab>, _id: TileId, state: &TabState) -> Color32 {
        if state.active { visuals.strong_text_color() } else { visuals.text_color() }
    }

    fn gap_width(&self, _style: &egui::Style) -> f32 {
        4.0
    }

    fn min_size(&self) -> f32 {
        160.0
    }

    fn simplification_options(&self) -> SimplificationOptions {
        simple()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_layout_holds_every_pane_once() {
        for layout in [Layout::Tabs, Layout::SideBySide] {
            let tree = layout.tree();
            let mut panes: Vec<Tab> = tree.tiles.tiles().filter_map(pane).copied().collect();
            panes.sort_by_key(|tab| Tab::ALL.iter().position(|other| other == tab));
            assert_eq!(panes, Tab::ALL);
        }
    }
}
