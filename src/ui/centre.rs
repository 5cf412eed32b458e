//! The centre: panes that lie behind each other as tabs, or beside each other where they are dragged.
//!
//! Where panes lie is the picture's own affair and lives here; which was last brought to the front is the workspace's.
//! No pane can be closed, so none can be lost; "Layout" puts all of them back.

use eframe::egui::{self, Color32, Frame, Margin, Response, Ui, Visuals, WidgetText};
use egui_tiles::{Behavior, Container, SimplificationOptions, TabState, Tabs, Tile, TileId, Tiles, Tree, UiResponse};

use super::{
    compare, concordance, documents, evaluation,
    field::{ScreenMapping, Towards},
    field_tab::FieldTab,
    gram::GramTab,
    task::{self, Texts},
};
use crate::state::{Action, Look, Room, Tab, Workspace};

/// The panes and where they lie.
pub struct Centre {
    tree: Tree<Tab>,
    field: FieldTab,
    texts: Texts,
    gram: GramTab,
}

impl Default for Centre {
    fn default() -> Self {
        Self { tree: Layout::Tabs.tree(), field: FieldTab::default(), texts: Texts::default(), gram: GramTab::default() }
    }
}

/// A layout to begin from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Panes behind each other.
    Tabs,
    /// The word field beside the others.
    Beside,
}

impl Layout {
    fn tree(self) -> Tree<Tab> {
        let mut tiles = Tiles::default();
        let mut panes: Vec<TileId> = Tab::ALL.into_iter().map(|tab| tiles.insert_pane(tab)).collect();
        let root = match self {
            Self::Tabs => tiles.insert_tab_tile(panes),
            Self::Beside => {
                let others = panes.split_off(1);
                let sides = vec![tiles.insert_tab_tile(panes), tiles.insert_tab_tile(others)];
                tiles.insert_horizontal_tile(sides)
            }
        };
        Tree::new(egui::Id::unique("centre"), root, tiles)
    }
}

impl Centre {
    /// Shows all words again and keeps them in sight.
    pub fn follow(&mut self) {
        self.field.follow();
    }

    /// How words came to the screen in the last frame the word field was drawn in.
    pub fn screen_mapping(&self) -> &ScreenMapping {
        self.field.screen_mapping()
    }

    /// Brings the words chosen, or the one looked at, into the middle of the word field.
    pub fn see_chosen(&mut self, workspace: &Workspace) {
        self.field.see_chosen(workspace);
    }

    /// Looks at the word next to the one looked at in a direction on the screen, where the field is in sight.
    pub fn walk(&self, workspace: &Workspace, towards: Towards) -> Option<Action> {
        let in_sight = self.in_front().contains(&Tab::Field);
        in_sight.then(|| self.field.walk(workspace, towards)).flatten()
    }

    /// Lays the panes out so.
    pub fn lay_out(&mut self, layout: Layout) {
        self.tree = layout.tree();
    }

    /// Draws the panes that are in front.
    pub fn show(&mut self, ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
        if !self.in_front().contains(&workspace.layout.tab) {
            self.tree.make_active(|_, tile| pane(tile) == Some(&workspace.layout.tab));
        }
        let before = self.in_front();
        self.unfold(&before);
        let mut layout = None;
        let Self { tree, field, texts, gram } = self;
        tree.ui(&mut Panes { workspace, actions, field, texts, gram, layout: &mut layout }, ui);
        let raised = self.in_front().into_iter().find(|tab| !before.contains(tab));
        actions.extend(raised.map(|tab| Action::Look(Look::Tab(tab))));
        if let Some(layout) = layout {
            self.tree = layout.tree();
        }
    }

    /// Panes dropped beside one of several tabs would lie behind a tab together: the other tabs go to one of them, the
    /// one that was in sight, and the two lie beside each other in the centre.
    fn unfold(&mut self, seen: &[Tab]) {
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

    /// The panes that can be seen.
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

/// What drawing one frame of the panes needs.
struct Panes<'a> {
    workspace: &'a Workspace,
    actions: &'a mut Vec<Action>,
    field: &'a mut FieldTab,
    texts: &'a mut Texts,
    gram: &'a mut GramTab,
    layout: &'a mut Option<Layout>,
}

impl Behavior<Tab> for Panes<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _id: TileId, tab: &mut Tab) -> UiResponse {
        let (workspace, actions) = (self.workspace, &mut *self.actions);
        Frame::new().inner_margin(Margin::same(6)).show(ui, |ui| match tab {
            Tab::Field => self.field.show(ui, workspace, actions),
            Tab::Documents => documents::show(ui, workspace, self.texts, actions),
            Tab::Evaluation => evaluation::show(ui, workspace, actions),
            Tab::Gram => self.gram.show(ui, workspace, actions),
            Tab::Compare => compare::show(ui, workspace, actions),
            Tab::Concordance => concordance::show(ui, workspace, actions),
        });
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, tab: &Tab) -> WidgetText {
        let task = task::at_hand(self.workspace);
        let title = match tab {
            Tab::Field => "Word field",
            Tab::Documents => task.documents,
            Tab::Evaluation => task.evaluation,
            Tab::Gram => "Gram matrix",
            Tab::Compare => "Compare",
            Tab::Concordance => "Concordance",
        };
        egui::RichText::new(title).size(15.0).into()
    }

    fn on_tab_button(&mut self, tiles: &mut Tiles<Tab>, id: TileId, button: Response) -> Response {
        let Some(tab) = tiles.get_pane(&id) else { return button };
        let place = Tab::ALL.iter().position(|known| known == tab);
        let key = place.map_or_else(String::new, |place| format!("key {}; ", place + 1));
        button.on_hover_text(format!("{key}drag it to put it beside another"))
    }

    fn top_bar_right_ui(&mut self, tiles: &Tiles<Tab>, ui: &mut Ui, _id: TileId, tabs: &Tabs, _offset: &mut f32) {
        if !tabs.children.iter().any(|&child| tiles.get_pane(&child) == Some(&Tab::Field)) {
            return;
        }
        // The names of the panes need the room; the menu "View" has the layouts too.
        if self.workspace.layout.arrangement.room().is_some_and(Room::is_narrow) {
            return;
        }
        ui.menu_button("Layout", |ui| {
            for (name, layout) in [("Reset layout", Layout::Tabs), ("Word field beside the others", Layout::Beside)] {
                if ui.button(name).clicked() {
                    *self.layout = Some(layout);
                }
            }
        });
    }

    fn tab_bar_height(&self, style: &egui::Style) -> f32 {
        style.spacing.interact_size.y + 10.0
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
        for layout in [Layout::Tabs, Layout::Beside] {
            let tree = layout.tree();
            let mut held: Vec<Tab> = tree.tiles.tiles().filter_map(pane).copied().collect();
            held.sort_by_key(|tab| Tab::ALL.iter().position(|other| other == tab));
            assert_eq!(held, Tab::ALL);
        }
    }
}
