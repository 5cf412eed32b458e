//! Word field in print: picture, colour bars and legend, without controls, pointer and selection.

use egui::{Id, Rect, Ui, UiBuilder, pos2};

use super::{
    Shown, WordField, labels,
    labels::{legend::is_needed, print_legend::PrintLegend},
    layers::plane::{PictureFrame, Theme},
    shown::NONE,
};
use wordfield_output::figure::{FigureOptions, LegendPlace, VisiblePart};
use wordfield_state::{Focus, Tool};

/// Number of classes above which the legend is outside the picture, unless the user has chosen its position.
const BESIDE: usize = 8;

impl WordField {
    /// Holds the view of the picture while words move, or lets it follow them.
    pub fn hold_view(&mut self, hold: bool) {
        self.held = hold;
        self.camera.hold(hold);
    }

    /// Part of the word field that is visible by the user's navigation; `None` for all words.
    pub fn visible_part(&self) -> Option<VisiblePart> {
        self.camera.visible_part(self.picture_rect?)
    }

    /// Name of the caption of the last printed word field in the memory of its context.
    pub(crate) const CAPTION: &'static str = "caption of the word field";

    /// Prints the word field into the remaining space of `ui`. Positions of labels and legend settle after a few frames.
    pub fn print(&mut self, ui: &mut Ui, shown: &Shown<'_>, options: &FigureOptions) {
        let legend = options.legend;
        let Shown { scene, muted, .. } = *shown;
        let layers = &shown.filled_layers();
        let theme = Theme::of(ui);
        let ctx = ui.ctx().clone();
        self.refresh(&ctx, shown, layers, theme);
        let area = ui.available_rect_before_wrap();
        let names = scene.basis.class_names.len();
        let listed = is_needed(scene, layers);
        let measured = PrintLegend::measure(&ctx, scene, 0.9 * theme.text, area.height());
        let beside = listed && legend.is_beside(names > BESIDE);
        let picture = if beside { area.with_max_x(area.max.x - measured.size.x - 4.0) } else { area };
        let muted = if scene.between.is_some() { NONE } else { muted };
        let frame = PictureFrame {
            ctx: &ctx,
            rect: picture,
            scene,
            layers,
            selection: &Focus::None,
            muted,
            lit: None,
            lit_documents: None,
            theme,
        };
        if let Some(part) = &options.part {
            let rect = self.picture_rect.unwrap_or(picture);
            self.camera.show_part(part, rect, !self.placing.plane.upright);
        }
        let caption = self.caption(scene, layers);
        ctx.data_mut(|data| data.insert_temp(Id::unique(Self::CAPTION), caption));
        let inner = ui.scope_builder(UiBuilder::new().max_rect(picture), |ui| {
            if self.placing.plane.is_deep() { self.deep(ui, &frame, Tool::View) } else { self.flat(ui, &frame, Tool::View) }
        });
        let rect = inner.inner.rect;
        self.picture_rect = Some(rect);
        self.bars = labels::colour_bar::show(ui, rect, (scene, layers), self.background.field.as_ref(), None);
        self.legend.rect = None;
        if !listed || legend == LegendPlace::None {
            return;
        }
        let painter = ui.painter();
        if beside {
            let place = Rect::from_min_size(pos2(picture.max.x + 4.0, rect.min.y), measured.size);
            measured.draw(painter, place, &mut self.marks, None);
        } else {
            let place = measured.corner(rect, &self.screen, self.bars);
            self.legend.rect = Some(place);
            measured.draw(painter, place, &mut self.marks, Some(theme.paper));
        }
    }
}
