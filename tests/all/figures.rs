//! Figures of a trained model: marks and texts of the drawing, sizes, formats, views without content.

#![allow(clippy::unwrap_used, reason = "a figure that cannot be made has failed")]

use std::{collections::HashSet, sync::Arc};

use quick_xml::{Reader, events::Event as Xml};
use wordfield_core::{
    corpus::{Builtin, Dataset, builtin},
    model::{ModelKind, Preset},
    train::Event,
    word_space::WordSpace,
};
use wordfield_output::figure::{Drawing, FigureOptions, LegendPlace, Shape};
use wordfield_state::{
    Action, Answer, DataOptions, Effect, Field, Item, LoadedData, Open, Settings, SpaceAction, SpacePlace, StartOptions,
    TrainerUpdate, Viewpoint, Workspace, update,
};
use wordfield_ui::figure::{FigureError, FigureView, VIEWS, render};

/// A built-in corpus after some iterations, with all jobs answered.
fn trained(which: Builtin) -> Workspace {
    trained_with(which, Settings::default())
}

fn trained_with(which: Builtin, settings: Settings) -> Workspace {
    let mut workspace = Workspace::default();
    let weighting = settings.params.weighting();
    act(&mut workspace, Action::Open(Open::Start(Box::new(StartOptions { settings, ..StartOptions::default() }))));
    let data = DataOptions { text: which.text_options()[0].clone(), ..DataOptions::default() };
    let corpus = Arc::new(builtin(which));
    let dataset = Dataset::build(corpus, &data.split, &data.vocabulary, weighting).unwrap();
    let job = workspace.corpus.job;
    act(&mut workspace, Action::Open(Open::Answer(job, Answer::Corpus(Ok(LoadedData::new(dataset, data))))));
    let run = workspace.run.id;
    let dataset = workspace.corpus.dataset.clone().unwrap();
    let mut model = workspace.choices.settings.params.clone().start(dataset).unwrap();
    for _ in 0..20 {
        let progress = model.step().unwrap();
        act(&mut workspace, Action::Trainer(run, TrainerUpdate::Event(Event::Progress(progress))));
    }
    model.ensure_evaluated();
    act(&mut workspace, Action::Trainer(run, TrainerUpdate::Snapshot(Arc::new(model.snapshot()))));
    workspace
}

fn act(workspace: &mut Workspace, action: Action) {
    for effect in update(workspace, action) {
        if let Effect::Run(query) = effect {
            act(workspace, query.answer());
        }
    }
}

/// Figure view of a workspace after the actions that compute its content.
fn drawn(workspace: &mut Workspace, key: &str, options: &FigureOptions) -> Drawing {
    let view = FigureView::of(key).unwrap();
    for action in (view.prepare)(workspace) {
        act(workspace, action);
    }
    render(workspace, view, options).unwrap_or_else(|error| panic!("{key}: {error}")).drawing
}

fn texts(drawing: &Drawing) -> HashSet<&str> {
    drawing.texts().map(|run| run.text.as_str()).collect()
}

/// Element names and texts of a well-formed SVG document.
fn parsed(svg: &[u8]) -> (Vec<String>, Vec<String>) {
    let mut reader = Reader::from_reader(svg);
    let (mut names, mut texts) = (Vec::new(), Vec::new());
    loop {
        match reader.read_event().expect("well-formed") {
            Xml::Start(tag) | Xml::Empty(tag) => names.push(String::from_utf8_lossy(tag.name().as_ref()).into_owned()),
            Xml::Text(text) => texts.push(String::from_utf8_lossy(&text).into_owned()),
            Xml::Eof => return (names, texts),
            _ => {}
        }
    }
}

#[test]
fn a_field_holds_a_mark_a_word_and_every_label_once() {
    let workspace = trained(Builtin::Topics);
    let options = FigureOptions { legend: LegendPlace::Beside, ..FigureOptions::default() };
    let figure = render(&workspace, FigureView::of("field").unwrap(), &options).unwrap();
    let basis = workspace.corpus.basis.as_ref().unwrap();
    let classes = basis.class_names.len();
    // Words outside the fitted view lie outside the picture.
    let marks = figure.drawing.marks();
    assert!((basis.words.len() * 9 / 10..=basis.words.len()).contains(&(marks - classes)), "{marks}");
    // The name of a class in the legend may also be a word of the field.
    let name = |word: &&str| basis.class_names.iter().any(|name| name == word);
    let words: HashSet<&str> = basis.words.iter().map(String::as_str).filter(|word| !name(word)).collect();
    let labels: Vec<&str> = figure.drawing.texts().map(|run| run.text.as_str()).filter(|text| words.contains(text)).collect();
    assert!(labels.len() > 20, "{labels:?}");
    assert_eq!(labels.len(), labels.iter().collect::<HashSet<_>>().len(), "each label once: {labels:?}");
    assert!(basis.class_names.iter().all(|name| texts(&figure.drawing).contains(name.as_str())));

    let (names, found) = parsed(&figure.svg());
    assert_eq!(names.iter().filter(|name| *name == "use").count(), marks);
    assert!(labels.iter().all(|label| found.iter().any(|text| text == label)));
    let halos = figure.drawing.texts().filter(|run| run.halo.is_some()).count();
    assert!(halos >= labels.len(), "copies of a label are its halo");
}

#[test]
fn marks_and_texts_are_on_the_page() {
    let workspace = trained(Builtin::Topics);
    for legend in [LegendPlace::Inside, LegendPlace::Beside] {
        let options = FigureOptions { legend, size_mm: [85.0, 70.0], font_pt: 8.0, caption: true, ..FigureOptions::default() };
        let drawing = render(&workspace, FigureView::of("field").unwrap(), &options).unwrap().drawing;
        let [width, height] = drawing.size;
        for run in drawing.texts().filter(|run| run.angle.abs() < 1e-3) {
            let [x, y] = run.at;
            let inside = x >= -1.0 && x + run.width() <= width + 1.0 && y - 0.7 * run.size >= -1.0 && y <= height + 1.0;
            assert!(inside, "{run:?} on {width} x {height}");
        }
        assert!((drawing.points()[0] - 85.0 / 25.4 * 72.0).abs() < 0.01);
    }
}

#[test]
fn a_caption_names_split_preset_kernel_and_projection() {
    let mut workspace = trained_with(Builtin::Topics, Settings::new(ModelKind::Smm, Preset::Paper, 3));
    let flat = Viewpoint { deep: Some(false), ..Viewpoint::default() };
    act(&mut workspace, Action::Field(Field::View(flat)));
    let options = FigureOptions { caption: true, ..FigureOptions::default() };
    let drawing = drawn(&mut workspace, "field", &options);
    let page = drawing.texts().map(|run| run.text.trim()).collect::<Vec<_>>().join(" ");
    for part in ["split seed 0", "preset paper", "the first two of 3 principal axes", "decides by the map", "kernel"] {
        assert!(page.contains(part), "{part}: {page}");
    }
}

#[test]
fn a_picture_has_the_size_and_resolution_asked_for() {
    let workspace = trained(Builtin::Topics);
    for (size_mm, dpi, pixels) in [([80.0, 60.0], 96.0, [302, 227]), ([50.8, 25.4], 150.0, [300, 150])] {
        let options = FigureOptions { size_mm, dpi, font_pt: 6.0, ..FigureOptions::default() };
        let png = render(&workspace, FigureView::of("field").unwrap(), &options).unwrap().png().unwrap();
        let picture = image::load_from_memory(&png).unwrap().to_rgb8();
        assert_eq!([picture.width(), picture.height()], pixels);
        let colours: HashSet<[u8; 3]> = picture.pixels().map(|pixel| pixel.0).collect();
        assert!(colours.contains(&[255, 255, 255]) && colours.len() > 50);
    }
}

#[test]
fn a_document_has_the_size_of_the_page_and_its_fonts() {
    let workspace = trained(Builtin::Topics);
    let pdf = render(&workspace, FigureView::of("field").unwrap(), &FigureOptions::default()).unwrap().pdf();
    let text = String::from_utf8_lossy(&pdf);
    assert!(text.starts_with("%PDF-1.") && text.trim_end().ends_with("%%EOF"));
    let (_, media) = text.split_once("/MediaBox [").unwrap();
    let size: Vec<f32> = media.split(']').next().unwrap().split(' ').map(|number| number.parse().unwrap()).collect();
    assert!((size[2] - 453.54).abs() < 0.01 && (size[3] - 340.16).abs() < 0.01, "{size:?}");
    assert!(text.contains("/FontFile2") && text.contains("/ToUnicode") && text.contains("+Ubuntu-Light"));
    assert!(pdf.len() < 300_000, "{}", pdf.len());
}

#[test]
fn classes_have_confusions_kernels_curves_and_a_witness() {
    let mut workspace = trained(Builtin::Topics);
    let classes: Vec<String> = workspace.corpus.basis.as_ref().unwrap().class_names.to_vec();
    let options = FigureOptions::default();
    let confusion = drawn(&mut workspace, "confusion", &options);
    assert!(classes.iter().all(|name| texts(&confusion).contains(name.as_str())), "{:?}", texts(&confusion));
    assert!(texts(&confusion).contains("share of the true class"), "{:?}", texts(&confusion));
    let gram = drawn(&mut workspace, "gram", &options);
    assert!(gram.items.iter().any(|item| matches!(item.shape, Shape::Image { .. })));
    let map = drawn(&mut workspace, "document-map", &options);
    let documents = workspace.document_map.study.found().expect("a map").documents.len();
    assert!(map.marks() >= documents && texts(&map).contains("filled: training"), "{} of {documents}", map.marks());
    assert!(texts(&map).iter().any(|text| text.contains("nearest, ") && text.contains("kept on average")), "{:?}", texts(&map));
    for (legend, listed) in [(LegendPlace::Beside, true), (LegendPlace::None, false)] {
        let map = drawn(&mut workspace, "document-map", &FigureOptions { legend, ..FigureOptions::default() });
        assert_eq!(texts(&map).contains("filled: training"), listed, "{legend:?}");
    }
    let curves = drawn(&mut workspace, "curves", &options);
    assert!(texts(&curves).contains("objective") && texts(&curves).contains("iteration"));
    let histogram = drawn(&mut workspace, "histogram", &options);
    assert!(texts(&histogram).iter().any(|text| text.contains(" against ")), "{:?}", texts(&histogram));
    let witness = drawn(&mut workspace, "witness", &options);
    assert!(witness.marks() > 100 && witness.items.iter().any(|item| matches!(item.shape, Shape::Image { .. })));
}

#[test]
fn ratings_have_predictions_and_pairs_precision() {
    let options = FigureOptions { caption: true, ..FigureOptions::default() };
    let predictions = drawn(&mut trained(Builtin::Reviews), "predictions", &options);
    assert!(texts(&predictions).iter().any(|text| text.starts_with("predicted ")), "{:?}", texts(&predictions));
    let circles = predictions.items.iter().filter(|item| matches!(item.shape, Shape::Circle { .. })).count();
    assert!(circles > 20, "{circles}");
    let precision = drawn(&mut trained(Builtin::Pairs), "precision", &options);
    assert!(texts(&precision).contains("Precision@R"), "{:?}", texts(&precision));
}

#[test]
fn word_vectors_are_drawn_with_labels_and_exported_in_parts() {
    let mut workspace = Workspace::default();
    let words: Vec<String> = (0..120).map(|i| format!("word{i}")).collect();
    let x = ndarray::Array2::from_shape_fn((120, 5), |(i, j)| ((i * 31 + j * 57) % 97) as f32 / 97.0 - 0.5);
    let space = Arc::new(WordSpace::from_rows("small.vec", &words, x.view()));
    update(&mut workspace, Action::Space(SpaceAction::Open(SpacePlace::First, "small.vec".into())));
    let job = workspace.word_space.reading(SpacePlace::First).expect("a file that is read").job;
    act(&mut workspace, Action::Space(SpaceAction::Read { job, space: Ok(space) }));
    act(&mut workspace, Action::Space(SpaceAction::Inspect(Some(7))));
    let drawing = drawn(&mut workspace, "vectors", &FigureOptions::default());
    let circles = drawing.items.iter().filter(|item| matches!(item.shape, Shape::Circle { .. })).count();
    assert!(circles >= 115, "{circles}");
    let labels = texts(&drawing).into_iter().filter(|text| text.starts_with("word")).count();
    assert!(labels > 5 && texts(&drawing).contains("word7"), "{labels}");
    assert!(workspace.export_items().contains(&Item::Other("drawn-vectors")));
    assert!(!workspace.export_items().contains(&Item::Other("found-vectors")), "nothing is searched");
}

#[test]
fn views_without_content_and_wrong_options_name_the_remedy() {
    let empty = Workspace::default();
    // The sandbox has points before any action.
    let points = FigureView::of("sandbox").unwrap();
    assert!(render(&empty, points, &FigureOptions::default()).is_ok());
    for view in VIEWS.iter().filter(|view| view.key != points.key) {
        let error = render(&empty, view, &FigureOptions::default()).err().unwrap_or_else(|| panic!("{}", view.key));
        assert!(matches!(&error, FigureError::Unavailable(reason) if reason.contains(": ")), "{}: {error}", view.key);
    }
    let workspace = trained(Builtin::Topics);
    let field = FigureView::of("field").unwrap();
    for options in [
        FigureOptions { size_mm: [0.0, 50.0], ..FigureOptions::default() },
        FigureOptions { font_pt: f32::NAN, ..FigureOptions::default() },
        FigureOptions { dpi: 1e9, ..FigureOptions::default() },
        FigureOptions { size_mm: [20.0, 20.0], font_pt: 40.0, ..FigureOptions::default() },
    ] {
        let error = render(&workspace, field, &options).err().unwrap().to_string();
        assert!(error.contains("choose"), "{error}");
    }
    let large = FigureOptions { size_mm: [2000.0, 2000.0], dpi: 600.0, ..FigureOptions::default() };
    assert!(render(&workspace, field, &large).unwrap().png().is_err_and(|error| error.to_string().contains("fewer dpi")));
    assert!(render(&workspace, FigureView::of("precision").unwrap(), &FigureOptions::default()).is_err());
}
