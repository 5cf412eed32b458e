//! Camera of the word field: follows the words until the user navigates ([`PointerInput`]).
//!
//! The view follows a robust fit of the words smoothly.
//! After zooming or panning the view follows the words only once it is fitted again; rotating does not stop the following.
//! Jumps of the view are animated.

pub(super) mod lens;
pub(super) mod orbit;
#[cfg(test)]
mod tests;
pub(super) mod view;

use egui::{Context, Rect, Vec2};

use crate::field::{
    camera::{
        lens::Lens,
        orbit::{Orbit, Point},
        view::{Extent, Solid, View, robust_extent},
    },
    input::pointer_input::PointerInput,
    placement::projection::Projection,
};
use wordfield_output::figure::VisiblePart;

/// Time constant in seconds with which the camera follows the words.
const FOLLOW_SECONDS: f64 = 0.35;
/// Margin around the axes box for numbers and axis names, in screen points.
pub(super) const MARGIN: f64 = 42.0;
/// Time constant of animated jumps of the view, in seconds.
const JUMP: f64 = 0.09;
/// Maximum magnification, relative to the fit, when a selection fills the picture.
const NEAREST: f64 = 16.0;

/// Fit of the view to the words, and its smoothed version.
#[derive(Debug, Default)]
struct Follow<const D: usize> {
    target: Option<Extent<D>>,
    home: Option<Extent<D>>,
}

impl<const D: usize> Follow<D> {
    fn home(&self) -> Extent<D> {
        self.home.or(self.target).unwrap_or(Extent::UNIT)
    }

    fn glide(&mut self, ctx: &Context, still: bool) {
        let (Some(target), Some(home)) = (self.target, self.home) else {
            self.home = self.target;
            return;
        };
        if still || target.differs(&home) < 1e-3 {
            self.home = Some(target);
            return;
        }
        self.home = Some(home.towards(&target, share(ctx, FOLLOW_SECONDS)));
        ctx.request_repaint();
    }
}

/// Fraction of the remaining distance that the camera moves in this frame, for a time constant in seconds.
fn share(ctx: &Context, seconds: f64) -> f64 {
    let dt = f64::from(ctx.input(|i| i.stable_dt)).clamp(0.0, 0.1);
    1.0 - (-dt / seconds).exp()
}

/// Camera of the word field: visible part of the plane or of space, and its history.
#[derive(Debug, Default)]
pub(super) struct Camera {
    plane: Follow<2>,
    space: Follow<3>,
    /// View of the plane that the user has chosen by navigation; `user_orbit` has the target and distance in space.
    user_view: Option<View>,
    user_orbit: Option<(Point, f64)>,
    rotation: Option<[f64; 2]>,
    view: Option<View>,
    orbit: Option<Orbit>,
    /// Whether the fit is frozen while a word is dragged.
    frozen: bool,
    /// Region of space that the next picture must show in full.
    requested: Option<Solid>,
}

impl Camera {
    /// Resets the camera for another run, except for its rotation.
    pub(super) fn reset(&mut self) {
        *self = Self { rotation: self.rotation, ..Self::default() };
    }

    /// Updates the camera's fit to the words after they have moved.
    pub(super) fn words_moved(&mut self, plane: &Projection) {
        let words = plane.at.len();
        if plane.is_deep() {
            self.space.target = Some(robust_extent(words, |word| plane.word(word)));
        } else {
            self.plane.target = Some(robust_extent(words, |word| plane.at[word]));
        }
    }

    /// Whether the camera follows the words.
    pub(super) fn follows(&self) -> bool {
        self.user_view.is_none() && self.user_orbit.is_none()
    }

    /// Freezes the fit while a word is dragged, so that the background does not move below the pointer.
    pub(super) fn hold(&mut self, frozen: bool) {
        self.frozen = frozen;
    }

    /// Makes the camera follow the words again.
    pub(super) fn follow(&mut self) {
        (self.user_view, self.user_orbit) = (None, None);
    }

    /// Smoothed fit of the view to the words in the plane.
    pub(super) fn home(&self) -> Extent {
        self.plane.home()
    }

    /// Smoothed fit of the view to the words in space.
    pub(super) fn room(&self) -> Solid {
        self.space.home()
    }

    /// Centres a point of the plane or of space at the current magnification.
    pub(super) fn look_at(&mut self, at: Point) {
        if let Some(orbit) = self.orbit {
            self.user_orbit = Some((at, self.user_orbit.map_or(orbit.distance, |(_, distance)| distance)));
        } else if let Some(view) = self.view {
            self.user_view = Some(View { centre: [at[0], at[1]], ..self.user_view.unwrap_or(view) });
        }
    }

    /// Fills the picture with a region, at most at [`NEAREST`] times the magnification of the fit.
    pub(super) fn show(&mut self, what: Solid) {
        self.requested = Some(what);
    }

    /// View of the plane in this frame, with `equal` scales or not; `still` jumps instead of animating.
    pub(super) fn flat(&mut self, ctx: &Context, rect: Rect, input: &PointerInput, equal: bool, still: bool) -> Lens {
        self.orbit = None;
        if !self.frozen {
            self.plane.glide(ctx, still);
        }
        let fitted = View::fit(&self.home(), rect.size(), equal);
        if let Some(Extent { min: [left, bottom, _], max: [right, top, _] }) = self.requested.take() {
            let near = View::fit(&Extent { min: [left, bottom], max: [right, top] }, rect.size(), equal);
            let scale = [0, 1].map(|axis| near.scale[axis].max(fitted.scale[axis] / NEAREST));
            self.user_view = Some(View { scale, ..near });
        }
        let mut goal = self.user_view.unwrap_or(fitted);
        let before = goal;
        goal.pan(input.pan);
        if input.zooms() {
            goal.zoom(rect, input.zoom, input.about);
        }
        if input.fit {
            (goal, self.user_view) = (fitted, None);
        } else if goal != before {
            self.user_view = Some(goal);
        }
        let shown = match self.view {
            Some(last) if !still && !input.direct && last.differs(&goal) > 0.3 => {
                ctx.request_repaint();
                last.towards(&goal, share(ctx, JUMP))
            }
            _ => goal,
        };
        self.view = Some(shown);
        Lens::Flat(shown)
    }

    /// Orbit camera of this frame, after pointer input.
    pub(super) fn deep(&mut self, ctx: &Context, rect: Rect, input: &PointerInput, still: bool) -> Lens {
        self.view = None;
        if !self.frozen {
            self.space.glide(ctx, still);
        }
        let fitted = self.fitted_orbit(rect, MARGIN);
        if let Some(what) = self.requested.take() {
            let distance = Orbit::distance_of(&what, fitted.pitch, rect, MARGIN).max(fitted.distance / NEAREST);
            self.user_orbit = Some((what.centre(), distance));
        }
        let (target, distance) = self.user_orbit.unwrap_or((fitted.target, fitted.distance));
        let before = Orbit { target, distance, ..fitted };
        let mut goal = before;
        if input.turn != Vec2::ZERO {
            goal.turn(rect, input.turn);
            self.rotation = Some([goal.yaw, goal.pitch]);
        }
        goal.pan(rect, input.pan);
        if input.zooms() {
            goal.zoom(rect, input.zoom, input.about);
        }
        if input.fit {
            (goal, self.user_orbit) = (fitted, None);
        } else if (goal.target, goal.distance) != (before.target, before.distance) {
            self.user_orbit = Some((goal.target, goal.distance));
        }
        let shown = match self.orbit {
            Some(last) if !still && !input.direct && last.differs(&goal) > 5e-4 => {
                ctx.request_repaint();
                last.towards(&goal, share(ctx, JUMP))
            }
            _ => goal,
        };
        self.orbit = Some(shown);
        Lens::Deep(shown)
    }

    /// Visible part that the user has chosen by zooming, panning or rotating; `None` for all words from the default direction.
    pub(super) fn visible_part(&self, rect: Rect) -> Option<VisiblePart> {
        if let Some(orbit) = self.orbit {
            let whole = self.fitted_orbit(rect, MARGIN).distance;
            let target = self.user_orbit.map(|(target, distance)| (target, distance / whole));
            let part = VisiblePart::Space { rotation: [orbit.yaw, orbit.pitch], target };
            return (self.rotation.is_some() || target.is_some()).then_some(part);
        }
        let (view, size) = (self.user_view?, rect.size());
        let size = [view.scale[0] * f64::from(size.x), view.scale[1] * f64::from(size.y)];
        Some(VisiblePart::Plane { centre: view.centre, size })
    }

    /// Shows a visible part in a rectangle of another shape, with `equal` scales of both axes or not.
    pub(super) fn show_part(&mut self, part: &VisiblePart, rect: Rect, equal: bool) {
        match *part {
            VisiblePart::Plane { centre, size } => {
                let side = |sign: f64| [0, 1].map(|axis| centre[axis] + sign * 0.5 * size[axis]);
                self.user_view = Some(View::fit(&Extent { min: side(-1.0), max: side(1.0) }, rect.size(), equal));
            }
            VisiblePart::Space { rotation, target } => {
                self.rotation = Some(rotation);
                let whole = self.fitted_orbit(rect, MARGIN).distance;
                self.user_orbit = target.map(|(target, share)| (target, share * whole));
            }
        }
    }

    /// Orbit that shows all words at the current rotation, with a margin.
    pub(super) fn fitted_orbit(&self, rect: Rect, margin: f64) -> Orbit {
        let room = self.room();
        let fresh = Orbit::default();
        let [yaw, pitch] = self.rotation.unwrap_or([fresh.yaw, fresh.pitch]);
        Orbit { target: room.centre(), distance: Orbit::distance_of(&room, pitch, rect, margin), yaw, pitch }
    }
}
