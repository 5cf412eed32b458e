//! `figure`: formats, sizes, views without content, exit codes.

use std::fs;

use crate::{
    cli::trained,
    program::{Wrong, each_says, expect},
};

#[test]
fn a_saved_model_becomes_a_figure_in_each_format() {
    let folder = trained();
    let here = folder.path();
    for (file, start) in [("f.svg", &b"<?xml"[..]), ("f.pdf", b"%PDF-1."), ("f.PNG", b"\x89PNG")] {
        let dpi = if file.ends_with("PNG") { "--dpi 100" } else { "" };
        expect(here, 0, &format!("figure model.json.gz --out {file} --size 80x60mm --font 7 {dpi} --caption"));
        assert!(fs::read(here.join(file)).unwrap().starts_with(start), "{file}");
    }
    let svg = fs::read_to_string(here.join("f.svg")).unwrap();
    assert!(svg.contains("width=\"80mm\" height=\"60mm\""));
    for text in ["tree", "machine", "music", "small · 30 train", "latent SMM", "preset default", "seed = 3"] {
        assert!(svg.contains(text), "{text}");
    }
    assert!(!svg.contains("split seed"), "a saved model holds the documents of its split, and no seed");
    // Width and height of a PNG picture are at byte 16.
    let png = fs::read(here.join("f.PNG")).unwrap();
    let length = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert_eq!([length(16), length(20)], [315, 236]);
}

#[test]
fn layers_are_chosen_by_name() {
    let folder = trained();
    let here = folder.path();
    let drawn = |layers: &str| {
        expect(here, 0, &format!("figure model.json.gz --out f.svg --legend none {layers}"));
        fs::read_to_string(here.join("f.svg")).unwrap()
    };
    let (usual, named) = (drawn(""), drawn("--layers words labels contours"));
    assert_eq!(usual, named, "the default of classes");
    let words = |svg: &str| svg.matches("<text").count();
    let (bare, labelled) = (drawn("--layers words"), drawn("--layers labels"));
    assert!(words(&bare) < words(&labelled), "{} texts without labels, {} with", words(&bare), words(&labelled));
    assert_ne!(bare, drawn("--layers words documents"));
}

#[test]
fn every_view_of_classes_is_drawn() {
    let folder = trained();
    let here = folder.path();
    for view in ["confusion", "gram", "histogram --between tree music", "witness --between 1 2"] {
        expect(here, 0, &format!("figure model.json.gz --out f.svg --view {view}"));
        assert!(fs::read_to_string(here.join("f.svg")).unwrap().contains("<text"), "{view}");
    }
}

#[test]
fn wrong_calls_name_the_remedy_and_leave_no_file() {
    let folder = trained();
    let here = folder.path();
    let calls: [Wrong<&str>; 9] = [
        (2, "figure model.json.gz --out f.txt", "f.txt", ".svg, .pdf or .png"),
        (2, "figure model.json.gz --out f.svg --size 160", "160", "160x120mm"),
        (2, "figure model.json.gz --out f.svg --size 1x1mm", "1x1 mm", "from 10 to 2000"),
        (2, "figure model.json.gz --out f.svg --font 200", "200 pt", "2 to 72"),
        (2, "figure model.json.gz --out f.svg --view word", "word", "field"),
        (2, "figure model.json.gz --out f.svg --view witness --between tree sea", "sea", "from 1 to 60"),
        (1, "figure none.json --out f.svg", "none.json", "check that the file exists"),
        (1, "figure model.json.gz --out f.svg --view curves", "no recorded run", "in the window"),
        (1, "figure model.json.gz --out f.svg --view precision", "not for partners", "choose another view"),
    ];
    each_says(here, calls);
    assert!(!here.join("f.svg").exists());
    let model = fs::read(here.join("model.json.gz")).unwrap();
    fs::copy(here.join("model.json.gz"), here.join("model.svg")).unwrap();
    expect(here, 2, "figure model.svg --out model.svg");
    assert_eq!(fs::read(here.join("model.svg")).unwrap(), model);
}

#[test]
fn a_changed_corpus_is_noted() {
    let folder = trained();
    let here = folder.path();
    let (_, same) = expect(here, 0, "figure model.json.gz --out f.svg");
    assert!(!same.contains("trained on another corpus"), "{same}");
    let text = fs::read_to_string(here.join("small.txt")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let cut = lines[..lines.len() - 5].join("\n");
    let reversed = lines.iter().rev().copied().collect::<Vec<_>>().join("\n");
    let (classes, texts): (Vec<_>, Vec<_>) = lines.iter().map(|line| line.split_once('\t').unwrap()).unzip();
    let permuted: Vec<String> =
        texts.iter().zip(classes.iter().cycle().skip(7)).map(|(text, class)| format!("{class}\t{text}")).collect();
    for changed in [cut, reversed, permuted.join("\n")] {
        fs::write(here.join("small.txt"), changed).unwrap();
        let (_, note) = expect(here, 0, "figure model.json.gz --out f.svg");
        assert!(note.contains("The model was trained on another corpus, small: training, development and test part"), "{note}");
    }
}

#[test]
fn a_lost_corpus_is_asked_for_and_may_be_named() {
    let folder = trained();
    let here = folder.path();
    fs::rename(here.join("small.txt"), here.join("moved.txt")).unwrap();
    let (_, error) = expect(here, 1, "figure model.json.gz --out f.svg");
    assert!(error.contains("small.txt"), "{error}");
    expect(here, 0, "figure model.json.gz --out f.svg --corpus moved.txt");
}
