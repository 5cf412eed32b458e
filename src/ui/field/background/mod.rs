//! The layers that take long: density lines and the decision field, worked out on a thread of their own.
//!
//! At most one job is under way and at most ten a second are asked for, so that a fast trainer neither floods the
//! thread nor slows the window; the window shows the last result until the next arrives. In space the densities are shells
//! and the field is that of a slice. Memory: one picture of 128² and the lines.

pub mod contour_lines;
pub mod decision;
pub mod ellipsoid;
pub mod kde;
pub mod single_word;
pub mod worker;

use std::sync::Arc;

use eframe::egui::{Context, TextureHandle, TextureOptions};
use ndarray::Array2;

use crate::state::{FieldOf, Layer, Layers, Same, Scene, Slice};
use crate::ui::field::{
    background::{
        contour_lines::Line,
        decision::{Field, FieldColours, FieldPicture, ScaleRegion, deviation_picture, field_picture, weights_of},
        ellipsoid::{Ellipsoid, ellipsoid},
        kde::{ClassContours, contours},
        single_word::SingleWordField,
        worker::{Job, Worker},
    },
    camera::view::{Extent, Solid},
    layers::colours,
    placement::projection::{Projection, beside},
};

/// Seconds between two jobs.
const PAUSE: f64 = 0.1;
/// The same for deviations, which take the trainer's time.
const LONG_PAUSE: f64 = 1.0;

struct LayerResult {
    run: u64,
    densities: Option<Densities>,
    field: Option<(FieldOf, Option<Cut>, FieldPicture)>,
}

/// Where the words of each class lie.
#[derive(Clone, Debug)]
pub enum Densities {
    /// Lines of equal density in the plane.
    Lines(Vec<ClassContours>),
    /// Shells in space; none of a class without words.
    Shells(Vec<Option<Ellipsoid>>),
}

impl Default for Densities {
    fn default() -> Self {
        Self::Lines(Vec::new())
    }
}

/// Where a slice cuts through space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cut {
    /// The axis it stands across.
    pub across: usize,
    /// Where on it.
    pub place: f64,
}

impl Cut {
    /// That of a slice of a room.
    pub fn of(slice: Slice, room: &Solid) -> Self {
        let across = slice.across.min(2);
        let share = f64::from(slice.at.min(1000)) / 1000.0;
        Self { across, place: room.min[across] + share * room.size()[across] }
    }

    /// The point of space at a place of the slice.
    pub fn point(&self, at: [f32; 2]) -> [f32; 3] {
        let [a, b] = beside(self.across);
        let mut point = [self.place as f32; 3];
        (point[a], point[b]) = (at[0], at[1]);
        point
    }
}

/// A field on its texture.
pub struct DrawnField {
    /// Where it lies: in the plane, or on the slice.
    pub extent: Extent,
    /// The slice it is on, in space.
    pub cut: Option<Cut>,
    /// Its colours.
    pub texture: TextureHandle,
    /// Where it has its middle value.
    pub zero: Vec<Line>,
    /// Where it has the levels of a rating.
    pub levels: Vec<Line>,
    /// The value of the strongest colour.
    pub most: f32,
    /// The value of the weakest colour.
    pub least: f32,
    /// Whose it is.
    pub of: FieldOf,
}

/// What the densities were worked out from.
struct DensitiesFrom {
    arrays: ContourArrays,
    home: Extent,
    room: Solid,
}

/// The words in the plane and their weights in each class.
type ContourArrays = (Same<Projection>, Same<Array2<f64>>);

/// What the field was worked out from.
struct FieldFrom {
    key: FieldKey,
    extent: Extent,
    home: Extent,
}

/// What of it must be the same: places may differ a little.
#[derive(PartialEq)]
struct FieldKey {
    plane: Same<Projection>,
    coefficients: Same<Array2<f64>>,
    witness: Option<Same<Vec<f64>>>,
    of: FieldOf,
    slice: Option<Slice>,
    dark: bool,
}

impl FieldKey {
    fn new(scene: &Scene, of: FieldOf, wanted: &LayerRequest<'_>) -> Self {
        Self {
            plane: Same::of(wanted.plane),
            slice: wanted.plane.is_deep().then_some(wanted.slice),
            coefficients: Same::of(&scene.coefficients),
            witness: scene.witness().map(Same::of),
            of,
            dark: wanted.dark,
        }
    }
}

/// The two layers and the thread that makes them.
#[derive(Default)]
pub struct Background {
    worker: Worker<LayerResult>,
    last: f64,
    densities_from: Option<DensitiesFrom>,
    field_from: Option<FieldFrom>,
    /// Where the words of every class lie.
    pub densities: Densities,
    /// The field.
    pub field: Option<DrawnField>,
}

/// What is in sight when the layers are asked for.
pub struct LayerRequest<'a> {
    /// The words in the plane or in space.
    pub plane: &'a Arc<Projection>,
    /// The part of the plane in which densities are measured.
    pub home: Extent,
    /// The part of the plane in sight.
    pub seen: Extent,
    /// The part of space in which densities are measured and which is sliced.
    pub room: Solid,
    /// Where space is cut.
    pub slice: Slice,
    /// Whether the window is dark.
    pub dark: bool,
    /// Work it out before returning, for pictures that must not depend on time.
    pub still: bool,
}

impl LayerRequest<'_> {
    /// The part of the plane the field is worked out in and that its colours are measured in; of space, of its slice.
    fn ground(&self) -> (Extent, Extent) {
        if !self.plane.is_deep() {
            return (self.seen, self.home);
        }
        let [a, b] = beside(self.slice.across);
        let (min, max) = (self.room.min, self.room.max);
        let side = Extent { min: [min[a], min[b]], max: [max[a], max[b]] };
        (side, side)
    }
}

impl Background {
    /// Forgets the layers: another run begins.
    pub fn reset(&mut self) {
        self.densities_from = None;
        self.field_from = None;
        self.densities = Densities::default();
        self.field = None;
    }

    /// Takes what is ready and asks for what is out of date.
    pub fn update(&mut self, ctx: &Context, scene: &Scene, layers: &Layers, wanted: &LayerRequest<'_>) {
        if let Some(done) = self.worker.receive() {
            self.accept(ctx, scene.run, done);
        }
        let contours = layers.shows(Layer::Contours) && self.densities_are_old(scene, wanted);
        let field = layers.shows(Layer::Field) && self.field_is_old(scene, layers.field_of, wanted);
        if !(contours || field) {
            return;
        }
        let now = ctx.input(|i| i.time);
        let pause = if field && matches!(layers.field_of, FieldOf::Deviation(_)) { LONG_PAUSE } else { PAUSE };
        if !wanted.still && (self.worker.is_busy() || now - self.last < pause) {
            ctx.request_repaint_after_secs((self.last + pause - now).max(0.02) as f32);
            return;
        }
        self.last = now;
        let job = self.job(scene, layers, wanted, contours, field);
        let done = if wanted.still { Some(job()) } else { self.worker.send(ctx, job) };
        if let Some(done) = done {
            self.accept(ctx, scene.run, done);
        }
    }

    fn densities_are_old(&self, scene: &Scene, wanted: &LayerRequest<'_>) -> bool {
        let arrays = (Same::of(wanted.plane), Same::of(scene.densities()));
        self.densities_from.as_ref().is_none_or(|from| {
            from.arrays != arrays || from.home.differs(&wanted.home) > 0.05 || from.room.differs(&wanted.room) > 0.05
        })
    }

    fn field_is_old(&self, scene: &Scene, of: FieldOf, wanted: &LayerRequest<'_>) -> bool {
        let key = FieldKey::new(scene, of, wanted);
        let (seen, home) = wanted.ground();
        // In space all of a slice is worked out, whatever is in sight of it.
        let off = if wanted.plane.is_deep() { 0.05 } else { 1e-3 };
        self.field_from
            .as_ref()
            .is_none_or(|from| from.key != key || from.extent.differs(&seen) > off || from.home.differs(&home) > 0.05)
    }

    fn job(
        &mut self,
        scene: &Scene,
        layers: &Layers,
        wanted: &LayerRequest<'_>,
        densities_too: bool,
        field_too: bool,
    ) -> Job<LayerResult> {
        let (run, plane) = (scene.run, Arc::clone(wanted.plane));
        let (home, room) = (wanted.home.grown(1.15), wanted.room);
        let weights = densities_too.then(|| {
            let arrays = (Same::of(&plane), Same::of(scene.densities()));
            self.densities_from = Some(DensitiesFrom { arrays, home: wanted.home, room });
            Arc::clone(scene.densities())
        });
        let field = field_too.then(|| {
            let key = FieldKey::new(scene, layers.field_of, wanted);
            let (extent, home) = wanted.ground();
            self.field_from = Some(FieldFrom { key, extent, home });
            let cut = plane.is_deep().then(|| Cut::of(wanted.slice, &room));
            // A little more than is seen, so that panning does not uncover bare ground.
            let extent = if cut.is_some() { extent } else { extent.grown(1.2) };
            (scene.clone(), layers.field_of, cut, extent, home, wanted.dark)
        });
        Box::new(move || LayerResult {
            run,
            densities: weights.map(|weights| {
                let classes = weights.columns().into_iter().map(|of| of.into_iter().copied());
                if plane.is_deep() {
                    Densities::Shells(classes.map(|of| ellipsoid(&plane, of, &room)).collect())
                } else {
                    Densities::Lines(classes.map(|of| contours(&plane.at, of, &home)).collect())
                }
            }),
            field: field.map(|(scene, of, cut, extent, home, dark)| {
                let slice = cut.map(|cut| plane.slice(cut.across, cut.place));
                let (ground, home) = match &slice {
                    Some(slice) => (slice, ScaleRegion::Room(&plane, &room)),
                    None => (&*plane, ScaleRegion::Plane(&plane, &home)),
                };
                (of, cut, field_of(&scene, of, ground, &extent, home, dark))
            }),
        })
    }

    fn accept(&mut self, ctx: &Context, run: u64, done: LayerResult) {
        if done.run != run {
            return;
        }
        if let Some(densities) = done.densities {
            self.densities = densities;
        }
        if let Some((of, cut, FieldPicture { extent, image, zero, levels, most, least })) = done.field {
            let texture = match self.field.take() {
                Some(mut last) => {
                    last.texture.set(image, TextureOptions::LINEAR);
                    last.texture
                }
                None => ctx.load_texture("decision field", image, TextureOptions::LINEAR),
            };
            self.field = Some(DrawnField { extent, cut, texture, zero, levels, most, least, of });
        }
    }
}

/// One of a scene's fields.
fn field_of(scene: &Scene, of: FieldOf, plane: &Projection, extent: &Extent, home: ScaleRegion<'_>, dark: bool) -> FieldPicture {
    let ground = match of {
        FieldOf::Deviation(rating) => {
            if let Some(fitted) = &scene.fitted {
                return deviation_picture(&**fitted, rating, plane, extent, home, dark);
            }
            FieldColours::Sides(colours::sides(scene, of, dark))
        }
        FieldOf::Rating(rating) => FieldColours::Rating {
            middle: scene.bias.get(rating).copied().unwrap_or(0.0) as f32,
            levels: scene.basis.rating_levels.get(rating).cloned().unwrap_or_default(),
        },
        _ => FieldColours::Sides(colours::sides(scene, of, dark)),
    };
    let (weights, offset) = weights_of(of, scene);
    let single = SingleWordField::of(of, scene);
    // A rating's field is worked out about its middle, or the middle would take the digits of f32.
    let offset = if matches!(ground, FieldColours::Rating { .. }) { 0.0 } else { offset };
    field_picture(
        &Field { embedding: scene.embedding, latent: &scene.latent, plane, single: single.as_ref(), weights: &weights, offset },
        extent,
        home,
        &ground,
        dark,
    )
}
