//! Central area of the window: panes as tabs, or arranged by the user side by side.
//!
//! The arrangement of the panes lives here; the active tab is part of the workspace. Panes cannot be closed; "Layout"
//! restores the default arrangement.

use egui::{self, Color32, Frame, Margin, Rect, Response, Ui, Visuals, WidgetText};
use egui_tiles::{Behavior, Container, SimplificationOptions, TabState, Tile, TileId, Tiles, Tree, UiResponse};

use super::{
    commands::TAB_KEYS,
    compare, concordance,
    document_map::DocumentMapTab,
    documents, evaluation,
    field::{Direction, ScreenMapping},
    field_tab::FieldTab,
    gram::GramTab,
    sandbox::SandboxTab,
    study,
    task::{self, Texts},
    word_space::SpaceTab,
};
use wordfield_output::figure::VisiblePart;
use wordfield_state::{Action, Look, Tab, Workspace};

/// Panes of the window's central area and their arrangement.
pub(crate) struct Centre {
    tree: Tree<Tab>,
    field: FieldTab,
    texts: Texts,
    gram: GramTab,
    document_map: DocumentMapTab,
    sandbox: SandboxTab,
    word_space: SpaceTab,
}

impl Default for Centre {
    fn default() -> Self {
        Self {
            tree: Layout::Tabs.tree(),
            field: FieldTab::default(),
            texts: Texts::default(),
            gram: GramTab::default(),
            document_map: DocumentMapTab::default(),
            sandbox: SandboxTab::default(),
            word_space: SpaceTab::default(),
        }
    }
}

/// Predefined arrangement of the panes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Arranges all panes as tabs of one group.
    Tabs,
    /// Arranges the word field beside the other panes.
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
    /// Fits the word field's view to all words and keeps them visible.
    pub(crate) fn follow(&mut self) {
        self.field.follow();
    }

    /// Mapping between latent space and screen of the last frame that drew the word field.
    pub(crate) fn screen_mapping(&self) -> &ScreenMapping {
        self.field.screen_mapping()
    }

    /// Part of the word field that the user has chosen to see; `None` for all words.
    pub(crate) fn visible_part(&self) -> Option<VisiblePart> {
        self.field.visible_part()
    }

    /// Rectangle of the word field's legend in the last frame; `None` if the word field is hidden.
    pub(crate) fn legend(&self) -> Option<Rect> {
        self.in_front().contains(&Tab::Field).then(|| self.field.legend()).flatten()
    }

    /// Zooms the word field to the selected words, or to the inspected word.
    pub(crate) fn fit_selection(&mut self, workspace: &Workspace) {
        self.field.fit_selection(workspace);
    }

    /// Action that inspects the nearest word in a direction on the screen, if the word field is visible.
    pub(crate) fn word_towards(&self, workspace: &Workspace, direction: Direction) -> Option<Action> {
        let in_sight = self.in_front().contains(&Tab::Field);
        in_sight.then(|| self.field.word_towards(workspace, direction)).flatten()
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
        let Self { tree, field, texts, gram, document_map, sandbox, word_space } = self;
        tree.ui(&mut Panes { workspace, actions, field, texts, gram, document_map, sandbox, word_space }, ui);
        let activated = self.in_front().into_iter().find(|tab| !before.contains(tab));
        actions.extend(activated.map(|tab| Action::Look(Look::Tab(tab))));
    }

    /// Separates groups of panes: one dropped beside one of several tabs would end up behind a common tab. The remaining tabs
    /// move to the pane that was visible, and the two groups lie side by side.
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

/// Inputs for drawing one frame of the panes.
struct Panes<'a> {
    workspace: &'a Workspace,
    actions: &'a mut Vec<Action>,
    field: &'a mut FieldTab,
    texts: &'a mut Texts,
    gram: &'a mut GramTab,
    document_map: &'a mut DocumentMapTab,
    sandbox: &'a mut SandboxTab,
    word_space: &'a mut SpaceTab,
}

impl Behavior<Tab> for Panes<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _id: TileId, tab: &mut Tab) -> UiResponse {
        let (workspace, actions) = (self.workspace, &mut *self.actions);
        Frame::new().inner_margin(Margin::same(4)).show(ui, |ui| match tab {
            Tab::Field => self.field.show(ui, workspace, actions),
            Tab::Documents => documents::show(ui, workspace, self.texts, actions),
            Tab::Evaluation => evaluation::show(ui, workspace, actions),
            Tab::Gram => self.gram.show(ui, workspace, actions),
            Tab::Compare => compare::show(ui, workspace, actions),
            Tab::Concordance => concordance::show(ui, workspace, actions),
            Tab::Sandbox => self.sandbox.show(ui, workspace, actions),
            Tab::DocumentMap => self.document_map.show(ui, workspace, actions),
            Tab::Vectors => self.word_space.show(ui, workspace, actions),
            Tab::Study => study::show(ui, workspace, actions),
        });
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, tab: &Tab) -> WidgetText {
        let task = task::current(self.workspace);
        let title = match tab {
            Tab::Field => "Word field",
            Tab::Documents => task.documents,
            Tab::Evaluation => task.evaluation,
            Tab::Gram => "Gram matrix",
            Tab::Compare => "Compare",
            Tab::Concordance => "Concordance",
            Tab::Sandbox => "Sandbox",
            Tab::DocumentMap => "Document map",
            Tab::Vectors => "Vectors",
            Tab::Study => "Study",
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
