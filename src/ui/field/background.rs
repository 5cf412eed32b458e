//! The layers that take long: density lines and the decision field, worked out on a thread of their own.
//!
//! At most one job is under way and at most ten a second are asked for, so that a fast trainer neither floods the
//! thread nor slows the window; the window shows the last result until the next arrives. Memory: one picture of 128²
//! and the lines.

use std::{
    sync::{
        Arc,
        mpsc::{Receiver, Sender, TryRecvError, channel},
    },
    thread,
};

use eframe::egui::{Context, TextureHandle, TextureOptions};
use ndarray::Array2;

use super::{
    colours,
    contour_lines::Line,
    decision::{Field, FieldPicture, Ground, deviation_picture, field_picture, weights_of},
    kde::{ClassContours, contours},
    projection::Projection,
    single::Single,
    view::Extent,
};
use crate::state::{FieldOf, Layer, Layers, Same, Scene};

/// Seconds between two jobs.
const PAUSE: f64 = 0.1;
/// The same for deviations, which take the trainer's time.
const LONG_PAUSE: f64 = 1.0;

type Job = Box<dyn FnOnce() -> Done + Send>;

struct Done {
    run: u64,
    contours: Option<Vec<ClassContours>>,
    field: Option<(FieldOf, FieldPicture)>,
}

/// A field on its texture.
pub struct DrawnField {
    /// Where it lies.
    pub extent: Extent,
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

/// What the density lines were worked out from.
struct ContoursFrom {
    arrays: ContourArrays,
    home: Extent,
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
    dark: bool,
}

impl FieldKey {
    fn new(scene: &Scene, of: FieldOf, sight: &Sight<'_>) -> Self {
        Self {
            plane: Same::of(sight.plane),
            coefficients: Same::of(&scene.coefficients),
            witness: scene.witness().map(Same::of),
            of,
            dark: sight.dark,
        }
    }
}

/// The two layers and the thread that makes them.
#[derive(Default)]
pub struct Background {
    worker: Option<(Sender<Job>, Receiver<Done>)>,
    busy: bool,
    last: f64,
    contours_from: Option<ContoursFrom>,
    field_from: Option<FieldFrom>,
    /// The density lines of every class.
    pub contours: Vec<ClassContours>,
    /// The field.
    pub field: Option<DrawnField>,
}

/// What is in sight when the layers are asked for.
pub struct Sight<'a> {
    /// The words in the plane.
    pub plane: &'a Arc<Projection>,
    /// The part of the plane in which densities are measured.
    pub home: Extent,
    /// The part of the plane in sight.
    pub seen: Extent,
    /// Whether the window is dark.
    pub dark: bool,
    /// Work it out before returning, for pictures that must not depend on time.
    pub still: bool,
}

impl Background {
    /// Forgets the layers: another run begins.
    pub fn reset(&mut self) {
        self.contours_from = None;
        self.field_from = None;
        self.contours.clear();
        self.field = None;
    }

    /// Takes what is ready and asks for what is out of date.
    pub fn update(&mut self, ctx: &Context, scene: &Scene, layers: &Layers, sight: &Sight<'_>) {
        self.receive(ctx, scene.run);
        let contours = layers.shows(Layer::Contours) && self.contours_are_old(scene, sight);
        let field = layers.shows(Layer::Field) && self.field_is_old(scene, layers.field_of, sight);
        if !(contours || field) {
            return;
        }
        let now = ctx.input(|i| i.time);
        let pause = if field && matches!(layers.field_of, FieldOf::Deviation(_)) { LONG_PAUSE } else { PAUSE };
        if !sight.still && (self.busy || now - self.last < pause) {
            ctx.request_repaint_after_secs((self.last + pause - now).max(0.02) as f32);
            return;
        }
        self.last = now;
        let job = self.job(scene, layers, sight, contours, field);
        if sight.still {
            self.accept(ctx, scene.run, job());
        } else {
            self.send(ctx, scene.run, job);
        }
    }

    fn contours_are_old(&self, scene: &Scene, sight: &Sight<'_>) -> bool {
        let arrays = (Same::of(sight.plane), Same::of(scene.densities()));
        self.contours_from.as_ref().is_none_or(|from| from.arrays != arrays || from.home.differs(&sight.home) > 0.05)
    }

    fn field_is_old(&self, scene: &Scene, of: FieldOf, sight: &Sight<'_>) -> bool {
        let key = FieldKey::new(scene, of, sight);
        self.field_from.as_ref().is_none_or(|from| {
            from.key != key || from.extent.differs(&sight.seen) > 1e-3 || from.home.differs(&sight.home) > 0.05
        })
    }

    fn job(&mut self, scene: &Scene, layers: &Layers, sight: &Sight<'_>, contours_too: bool, field_too: bool) -> Job {
        let (run, plane, home) = (scene.run, Arc::clone(sight.plane), sight.home);
        let lines = contours_too.then(|| {
            let arrays = (Same::of(&plane), Same::of(scene.densities()));
            self.contours_from = Some(ContoursFrom { arrays, home });
            (Arc::clone(scene.densities()), sight.home.grown(1.15))
        });
        let field = field_too.then(|| {
            let key = FieldKey::new(scene, layers.field_of, sight);
            self.field_from = Some(FieldFrom { key, extent: sight.seen, home });
            // A little more than is seen, so that panning does not uncover bare ground.
            (scene.clone(), layers.field_of, sight.seen.grown(1.2), sight.dark)
        });
        Box::new(move || Done {
            run,
            contours: lines.map(|(weights, extent)| {
                weights.columns().into_iter().map(|of| contours(&plane.at, of.into_iter().copied(), &extent)).collect()
            }),
            field: field.map(|(scene, of, extent, dark)| (of, field_of(&scene, of, &plane, &extent, &home, dark))),
        })
    }

    fn send(&mut self, ctx: &Context, run: u64, job: Job) {
        if self.worker.is_none() {
            self.worker = start(ctx.clone());
        }
        match &self.worker {
            Some((jobs, _)) => match jobs.send(job) {
                Ok(()) => self.busy = true,
                Err(refused) => {
                    self.worker = None;
                    self.accept(ctx, run, (refused.0)());
                }
            },
            None => self.accept(ctx, run, job()),
        }
    }

    fn receive(&mut self, ctx: &Context, run: u64) {
        let Some((_, results)) = &self.worker else { return };
        match results.try_recv() {
            Ok(done) => {
                self.busy = false;
                self.accept(ctx, run, done);
            }
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => {
                self.busy = false;
                self.worker = None;
            }
        }
    }

    fn accept(&mut self, ctx: &Context, run: u64, done: Done) {
        if done.run != run {
            return;
        }
        if let Some(contours) = done.contours {
            self.contours = contours;
        }
        if let Some((of, FieldPicture { extent, image, zero, levels, most, least })) = done.field {
            let texture = match self.field.take() {
                Some(mut last) => {
                    last.texture.set(image, TextureOptions::LINEAR);
                    last.texture
                }
                None => ctx.load_texture("decision field", image, TextureOptions::LINEAR),
            };
            self.field = Some(DrawnField { extent, texture, zero, levels, most, least, of });
        }
    }
}

/// One of a scene's fields.
fn field_of(scene: &Scene, of: FieldOf, plane: &Projection, extent: &Extent, home: &Extent, dark: bool) -> FieldPicture {
    let ground = match of {
        FieldOf::Deviation(rating) => {
            if let Some(machine) = &scene.machine {
                return deviation_picture(machine, rating, plane, extent, home, dark);
            }
            Ground::Sides(colours::sides(scene, of, dark))
        }
        FieldOf::Rating(rating) => Ground::Rating {
            middle: scene.bias.get(rating).copied().unwrap_or(0.0) as f32,
            levels: scene.basis.rating_levels.get(rating).cloned().unwrap_or_default(),
        },
        _ => Ground::Sides(colours::sides(scene, of, dark)),
    };
    let (weights, offset) = weights_of(of, scene);
    // A rating's field is worked out about its middle, or the middle would take the digits of f32.
    let offset = if matches!(ground, Ground::Rating { .. }) { 0.0 } else { offset };
    field_picture(
        &Field {
            embedding: scene.embedding,
            latent: &scene.latent,
            plane,
            single: Single::of(of, scene),
            weights: &weights,
            offset,
        },
        extent,
        home,
        &ground,
        dark,
    )
}

/// A thread that does jobs until nobody can send any more.
fn start(ctx: Context) -> Option<(Sender<Job>, Receiver<Done>)> {
    let (jobs, inbox) = channel::<Job>();
    let (outbox, results) = channel();
    let work = move || {
        for job in inbox {
            if outbox.send(job()).is_err() {
                return;
            }
            ctx.request_repaint();
        }
    };
    match thread::Builder::new().name("field layers".into()).spawn(work) {
        Ok(_) => Some((jobs, results)),
        Err(error) => {
            log::warn!("no thread for the field's layers ({error}); they are worked out between frames instead");
            None
        }
    }
}
