//! CPU time of the window's thread for one frame of the word field with every word moving, without a window.
//!
//! `cargo bench --bench draw`: shapes only (what the field costs), and shapes plus their tessellation (what egui adds).

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use eframe::egui::{CentralPanel, Context, RawInput, Rect, pos2, vec2};
use ndarray::Array2;
use wordfield::{
    state::{Colouring, Layers, Scene, Selection},
    ui::field::WordField,
};

const FRAMES: usize = 60;

fn scene(words: usize, frame: usize, basis: Option<&Scene>) -> Scene {
    let classes = 4;
    let turn = frame as f64 * 0.01;
    let latent = Array2::from_shape_fn((words, 2), |(word, axis)| {
        let (radius, phase) = (((word * 7919) % 1000) as f64 / 400.0, word as f64 * 2.399 + turn);
        if axis == 0 { radius * phase.cos() } else { radius * phase.sin() }
    });
    let first = |make: fn(&Scene) -> Scene| basis.map(make);
    if let Some(scene) = first(Scene::clone) {
        return Scene { iteration: frame, latent: Arc::new(latent), ..scene };
    }
    Scene {
        run: 1,
        past: false,
        iteration: frame,
        words: Arc::new((0..words).map(|word| format!("word{word}")).collect()),
        latent: Arc::new(latent),
        word_class: Arc::new((0..words).map(|word| word % classes).collect()),
        priority: Arc::new((0..words).map(|word| 100.0 / (1.0 + word as f32)).collect()),
        class_names: Arc::new((0..classes).map(|class| format!("class {class}")).collect()),
        class_weights: Arc::new(Array2::from_shape_fn((words, classes), |(w, c)| f64::from(u8::from(w % classes == c)))),
        gamma: 2.0,
        coefficients: Arc::new(Array2::from_shape_fn((words, 6), |(w, p)| ((w + p) as f64).sin())),
        bias: Arc::new(vec![0.0; 6]),
        pairs: Arc::new(vec![(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]),
        dimension: 2.0,
        rating_names: Arc::default(),
        rating_levels: Arc::default(),
        machine: None,
        witness: None,
        colouring: Colouring::Classes,
        log_frequency: Arc::new(vec![0.0; words]),
    }
}

fn middle(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1e3
}

fn measure(words: usize, layers: &Layers, what: &str) {
    let ctx = Context::default();
    let mut field = WordField::default();
    let basis = scene(words, 0, None);
    let (mut shapes, mut meshes) = (Vec::new(), Vec::new());
    for frame in 0..FRAMES {
        let scene = scene(words, frame, Some(&basis));
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(pos2(0.0, 0.0), vec2(1280.0, 800.0))),
            time: Some(frame as f64 / 60.0),
            ..RawInput::default()
        };
        let start = Instant::now();
        let mut output = ctx.run_ui(input, |ui| {
            CentralPanel::default().show(ui, |ui| {
                field.show(ui, &scene, layers, &Selection::None);
            });
        });
        let drawn = start.elapsed();
        let primitives = ctx.tessellate(output.shapes, output.pixels_per_point);
        let done = start.elapsed();
        std::hint::black_box(primitives);
        output.textures_delta.clear();
        if frame >= 10 {
            shapes.push(drawn);
            meshes.push(done);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    println!(
        "{words:>7} words, {what:<28} {:>7.2} ms shapes  {:>7.2} ms with tessellation",
        middle(&mut shapes),
        middle(&mut meshes)
    );
}

fn main() {
    let bare = Layers { labels: false, contours: false, ..Layers::default() };
    let all = Layers { labels: true, contours: true, field: true, ..bare };
    for words in [1_000, 8_000, 70_000] {
        measure(words, &bare, "marks alone");
        measure(words, &Layers { labels: true, ..bare }, "marks and labels");
        measure(words, &all, "all layers");
    }
}
