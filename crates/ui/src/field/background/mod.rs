//! Background layers of the word field that take longer than a frame: density contours and decision field, by a task of the platform.
//!
//! At most one background job runs at a time and at most ten start per second, so that a fast trainer does not slow the window.
//! The last result is drawn until the next one arrives. In space the densities are ellipsoids and the field is a slice.
//! Memory: one image of 128² and the contours.

pub(super) mod contour_lines;
pub(super) mod decision;
pub(super) mod ellipsoid;
pub(super) mod kde;
pub(super) mod many_classes;
pub(super) mod picture;
pub(super) mod worker;

use std::{borrow::Cow, sync::Arc};

use egui::{Context, TextureHandle, TextureOptions};
use ndarray::Array2;

use crate::field::{
    background::{
        decision::ScaleRegion,
        ellipsoid::{Ellipsoid, ellipsoid},
        kde::{ClassContours, contours},
        many_classes::{overlap, telling},
        picture::{FieldPicture, scene_picture},
        worker::{Job, Worker},
    },
    camera::view::{Extent, Solid},
    placement::projection::{Projection, beside},
};
use wordfield_state::{FieldOf, KernelMean, Layer, Layers, NoveltyFound, Same, Scene, Slice};

/// Minimum time between two background jobs, in seconds.
const PAUSE: f64 = 0.1;
/// Minimum time between two computations of standard deviations in seconds, because they compete with the training.
const LONG_PAUSE: f64 = 1.0;

struct LayerResult {
    run: u64,
    densities: Option<Densities>,
    field: Option<(FieldOf, Option<Cut>, FieldPicture)>,
}

/// Word densities of the classes.
#[derive(Clone, Debug)]
pub(super) enum Densities {
    /// Density contours of each class in the plane.
    Lines(Vec<ClassContours>),
    /// Ellipsoid of each class in space; `None` for a class without words.
    Shells(Vec<Option<Ellipsoid>>),
}

impl Default for Densities {
    fn default() -> Self {
        Self::Lines(Vec::new())
    }
}

impl Densities {
    /// Drawn coordinates of each density's peak, or of its ellipsoid's centre; `None` for a class without words.
    pub(super) fn peaks(&self) -> Vec<Option<[f32; 3]>> {
        match self {
            Self::Lines(all) => all.iter().map(|of| of.peak.map(|[x, y]| [x, y, 0.0])).collect(),
            Self::Shells(all) => all.iter().map(|of| Some(of.as_ref()?.centre.map(|x| x as f32))).collect(),
        }
    }
}

/// Slicing plane in space on which the field is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cut {
    /// Axis orthogonal to the slice, 0 to 2.
    pub across: usize,
    /// Position of the slice on its orthogonal axis.
    pub place: f64,
}

impl Cut {
    /// Plane of a slice through a box.
    pub(super) fn of(slice: Slice, room: &Solid) -> Self {
        let across = slice.across.min(2);
        let share = f64::from(slice.at.min(1000)) / 1000.0;
        Self { across, place: room.min[across] + share * room.size()[across] }
    }

    /// Point of space at a position on the slice.
    pub(super) fn point(&self, at: [f32; 2]) -> [f32; 3] {
        let [a, b] = beside(self.across);
        let mut point = [self.place as f32; 3];
        (point[a], point[b]) = (at[0], at[1]);
        point
    }
}

/// Field as it is drawn, with its texture.
pub(super) struct DrawnField {
    /// Image of the field in the plane or on the slice, with its contour lines.
    pub picture: FieldPicture,
    /// Slice of space on which the field is drawn; `None` in the plane.
    pub cut: Option<Cut>,
    /// Texture of the field's pixels.
    pub texture: TextureHandle,
    /// Identity of the field that is drawn.
    pub of: FieldOf,
}

/// Inputs from which the densities were last computed.
struct DensitiesFrom {
    arrays: ContourArrays,
    home: Extent,
    room: Solid,
}

/// Coordinates of the words and their weights in each class.
type ContourArrays = (Same<Projection>, Same<Array2<f64>>);

/// Inputs from which the field was last computed.
struct FieldFrom {
    key: FieldKey,
    extent: Extent,
    home: Extent,
}

/// Inputs of a field that must be identical for reuse; extents may differ a little.
#[derive(PartialEq)]
struct FieldKey {
    plane: Same<Projection>,
    coefficients: Same<Array2<f64>>,
    witness: Option<Same<Vec<f64>>>,
    mean: Option<Same<KernelMean>>,
    novelty: Option<Same<NoveltyFound>>,
    of: FieldOf,
    slice: Option<Slice>,
    rescaled: bool,
    dark: bool,
}

impl FieldKey {
    fn new(scene: &Scene, of: FieldOf, request: &LayerRequest<'_>) -> Self {
        Self {
            plane: Same::of(request.plane),
            slice: request.plane.is_deep().then_some(request.slice),
            coefficients: Same::of(&scene.coefficients),
            witness: scene.witness().map(Same::of),
            mean: scene.mean.as_ref().map(Same::of),
            novelty: scene.novelty.as_ref().map(Same::of),
            of,
            rescaled: request.rescaled,
            dark: request.dark,
        }
    }
}

/// Background layers of the word field, densities and decision field, with their worker.
#[derive(Default)]
pub(super) struct Background {
    worker: Worker<LayerResult>,
    last: f64,
    densities_from: Option<DensitiesFrom>,
    field_from: Option<FieldFrom>,
    /// Densities of all classes, as last computed.
    pub densities: Densities,
    /// Decision field, as last computed.
    pub field: Option<DrawnField>,
}

/// Request for background layers: the visible region and the options.
pub(super) struct LayerRequest<'a> {
    /// Drawn coordinates of all words.
    pub plane: &'a Arc<Projection>,
    /// Extent of the plane for the densities and the colour scale.
    pub home: Extent,
    /// Extent of the plane that is visible.
    pub seen: Extent,
    /// Box in space that contains the densities and the slice.
    pub room: Solid,
    /// Slice through space on which the field is drawn.
    pub slice: Slice,
    /// Whether the field's colours end at the extreme values shown.
    pub rescaled: bool,
    /// Whether the window's theme is dark.
    pub dark: bool,
    /// Whether to compute before returning, for pictures whose content must not depend on timing.
    pub still: bool,
}

impl LayerRequest<'_> {
    /// Extents of the field and of its colour scale; in space both belong to the slice.
    fn extents(&self) -> (Extent, Extent) {
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
    /// Drops all densities and fields, for another run.
    pub(super) fn reset(&mut self) {
        self.densities_from = None;
        self.field_from = None;
        self.densities = Densities::default();
        self.field = None;
    }

    /// Receives finished background layers, and requests those that are outdated.
    pub(super) fn update(&mut self, ctx: &Context, scene: &Scene, layers: &Layers, request: &LayerRequest<'_>) {
        if let Some(result) = self.worker.receive() {
            self.accept(ctx, scene.run, result);
        }
        let contours = layers.shows(Layer::Contours) && self.densities_are_old(scene, request);
        let field = layers.shows(Layer::Field) && self.field_is_old(scene, layers.field_of, request);
        if !(contours || field) {
            return;
        }
        let now = ctx.input(|i| i.time);
        let pause = if field && matches!(layers.field_of, FieldOf::Deviation(_)) { LONG_PAUSE } else { PAUSE };
        if !request.still && (self.worker.result.is_some() || now - self.last < pause) {
            ctx.request_repaint_after_secs((self.last + pause - now).max(0.02) as f32);
            return;
        }
        self.last = now;
        let job = self.job(scene, layers, request, contours, field);
        let result = if request.still { Some(job()) } else { self.worker.send(ctx, job) };
        if let Some(result) = result {
            self.accept(ctx, scene.run, result);
        }
    }

    fn densities_are_old(&self, scene: &Scene, request: &LayerRequest<'_>) -> bool {
        let arrays = (Same::of(request.plane), Same::of(scene.densities()));
        self.densities_from.as_ref().is_none_or(|from| {
            from.arrays != arrays || from.home.differs(&request.home) > 0.05 || from.room.differs(&request.room) > 0.05
        })
    }

    fn field_is_old(&self, scene: &Scene, of: FieldOf, request: &LayerRequest<'_>) -> bool {
        let key = FieldKey::new(scene, of, request);
        let (seen, home) = request.extents();
        // In space the whole slice is computed, whatever part of it is visible.
        let off = if request.plane.is_deep() { 0.05 } else { 1e-3 };
        self.field_from
            .as_ref()
            .is_none_or(|from| from.key != key || from.extent.differs(&seen) > off || from.home.differs(&home) > 0.05)
    }

    fn job(
        &mut self,
        scene: &Scene,
        layers: &Layers,
        request: &LayerRequest<'_>,
        densities_too: bool,
        field_too: bool,
    ) -> Job<LayerResult> {
        let (run, plane) = (scene.run, Arc::clone(request.plane));
        let (home, room) = (request.home.grown(1.15), request.room);
        let weights = densities_too.then(|| {
            let arrays = (Same::of(&plane), Same::of(scene.densities()));
            self.densities_from = Some(DensitiesFrom { arrays, home: request.home, room });
            Arc::clone(scene.densities())
        });
        let field = field_too.then(|| {
            let key = FieldKey::new(scene, layers.field_of, request);
            let (extent, home) = request.extents();
            self.field_from = Some(FieldFrom { key, extent, home });
            let cut = plane.is_deep().then(|| Cut::of(request.slice, &room));
            // The computed extent exceeds the visible one by a margin, so that panning shows no gap.
            let extent = if cut.is_some() { extent } else { extent.grown(1.2) };
            (scene.clone(), layers.field_of, cut, extent, home, (request.rescaled, request.dark))
        });
        Box::new(move || LayerResult {
            run,
            densities: weights.map(|all| {
                let weights = if overlap(all.ncols()) { Cow::Owned(telling(&all)) } else { Cow::Borrowed(&*all) };
                let classes = weights.columns().into_iter().map(|of| of.into_iter().copied());
                if plane.is_deep() {
                    Densities::Shells(classes.map(|of| ellipsoid(&plane, of, &room)).collect())
                } else {
                    Densities::Lines(classes.map(|of| contours(&plane.at, of, &home)).collect())
                }
            }),
            field: field.map(|(scene, of, cut, extent, home, look)| {
                let slice = cut.map(|cut| plane.slice(cut.across, cut.place));
                let (plane_of_field, home) = match &slice {
                    Some(slice) => (slice, ScaleRegion::Space(&plane, &room)),
                    None => (&*plane, ScaleRegion::Plane(&plane, &home)),
                };
                (of, cut, scene_picture((&scene, of), plane_of_field, &extent, home, look))
            }),
        })
    }

    fn accept(&mut self, ctx: &Context, run: u64, result: LayerResult) {
        if result.run != run {
            return;
        }
        if let Some(densities) = result.densities {
            self.densities = densities;
        }
        if let Some((of, cut, picture)) = result.field {
            let image = picture.image.clone();
            let texture = match self.field.take() {
                Some(mut last) => {
                    last.texture.set(image, TextureOptions::LINEAR);
                    last.texture
                }
                None => ctx.load_texture("decision field", image, TextureOptions::LINEAR),
            };
            self.field = Some(DrawnField { picture, cut, texture, of });
        }
    }
}
