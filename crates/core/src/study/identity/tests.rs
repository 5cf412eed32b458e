//! Tests that ids depend on contents and settings, and on nothing else.

use std::{collections::HashSet, fs};

use super::*;
use crate::{
    corpus::{ReadOptions, Size, StopWords, VectorFiles},
    experiment::{Grid, StoppingRules},
    memory::Budget,
    model::Preset,
};

/// Id of the only cell of a sweep on a recipe, with a change of the sweep and the values of one searched parameter.
fn id(recipe: &DataRecipe, rho: &[&str], change: &dyn Fn(&mut Sweep<'_>)) -> String {
    let axes = if rho.is_empty() { Vec::new() } else { vec![format!("rho={}", rho.join(",")).parse().unwrap()] };
    let grid = move |cell: &Cell, _: Option<&crate::corpus::Dataset>| {
        Grid::new(axes.clone(), |setting| {
            let mut params = Params::preset(cell.model, Preset::Default, 2);
            setting.iter().try_for_each(|(key, value)| params.set(key, value)).map_err(crate::experiment::GridError::from)?;
            Ok::<_, SweepError>(params)
        })
    };
    let mut sweep = Sweep {
        data: recipe.clone(),
        models: vec![ModelKind::Smm],
        compare: Vec::new(),
        seeds: vec![0],
        grid: &grid,
        rules: StoppingRules::default(),
        calibrate: CalibratedOn::Development,
        memory: Budget::default(),
        preset: Preset::Default,
        threads: None,
    };
    change(&mut sweep);
    let contents = Digests::default().of_recipe(recipe).unwrap();
    cell_id(&sweep, &sweep.cells()[0], &contents).unwrap()
}

#[test]
fn an_id_is_of_every_setting() {
    let recipe = DataRecipe::default();
    let base = id(&recipe, &[], &|_| {});
    assert_eq!(id(&recipe, &[], &|sweep| sweep.preset = Preset::Paper), base, "names are no settings");
    let mut others = vec![base, id(&recipe, &["1", "2"], &|_| {}), id(&recipe, &["1", "3"], &|_| {})];
    others.push(id(&recipe, &[], &|sweep| sweep.seeds = vec![1]));
    others.push(id(&recipe, &[], &|sweep| sweep.models = vec![ModelKind::Knn]));
    others.push(id(&recipe, &[], &|sweep| sweep.rules.iterations = Some(7)));
    others.push(id(&recipe, &[], &|sweep| sweep.rules.patience = Some(7)));
    others.push(id(&recipe, &[], &|sweep| sweep.calibrate = CalibratedOn::OutOfFold));
    others.push(id(&recipe, &[], &|sweep| sweep.memory = Budget::new(1)));
    others.push(id(&recipe, &[], &|sweep| sweep.data.split.dev = Size::Count(3)));
    others.push(id(&recipe, &[], &|sweep| sweep.data.vocabulary.max_words = Some(100)));
    others.push(id(&recipe, &[], &|sweep| sweep.compare = vec!["train=20".parse().unwrap()]));
    assert_eq!(others.iter().collect::<HashSet<_>>().len(), others.len());
}

#[test]
fn an_id_is_of_the_contents_of_every_file_and_not_of_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    };
    let [one, same, other] = [at("a.txt", "one"), at("d/b.txt", "one"), at("c.txt", "one ")];
    let of = |recipe: &DataRecipe| id(recipe, &[], &|_| {});
    let files = |path: &Path| DataRecipe::files(&[path.to_owned()], ReadOptions::default());
    let base = files(&one);
    assert_eq!(of(&files(&same)), of(&base));
    let stop = |path: &Path, side: usize| {
        let mut recipe = base.clone();
        let words = Some(StopWords::File(path.to_owned()));
        [&mut recipe.text, &mut recipe.target_text][side].stop_words = words;
        recipe
    };
    assert_eq!(of(&stop(&one, 0)), of(&stop(&same, 0)));
    let vectors = |path: &Path| DataRecipe {
        vectors: Some(VectorFiles { file: path.to_owned(), ..VectorFiles::default() }),
        ..base.clone()
    };
    assert_eq!(of(&vectors(&one)), of(&vectors(&same)));
    let words = |path: &Path| {
        DataRecipe::files(std::slice::from_ref(&one), ReadOptions { vocabulary: Some(path.to_owned()), ..ReadOptions::default() })
    };
    assert_eq!(of(&words(&one)), of(&words(&same)));
    let both = DataRecipe::files(&[one.clone(), other.clone()], ReadOptions::default());
    let turned = DataRecipe::files(&[other.clone(), one.clone()], ReadOptions::default());
    let english = DataRecipe { vectors: Some(VectorFiles::english()), ..base.clone() };
    let beside_english = |target: &Path| DataRecipe {
        vectors: Some(VectorFiles { target: Some(target.to_owned()), ..VectorFiles::english() }),
        ..base.clone()
    };
    assert_eq!(of(&beside_english(&one)), of(&beside_english(&same)));
    let renamed = files(&at("a.csv", "one"));
    let recipes = [
        &base,
        &files(&other),
        &stop(&one, 0),
        &stop(&one, 1),
        &stop(&other, 0),
        &vectors(&one),
        &vectors(&other),
        &words(&one),
        &words(&other),
        &both,
        &turned,
        &english,
        &beside_english(&one),
        &beside_english(&other),
        &renamed,
    ];
    let ids: HashSet<String> = recipes.into_iter().map(of).collect();
    assert_eq!(ids.len(), 15);
    let absent = Digests::default().of_recipe(&files(&folder.path().join("absent.txt"))).unwrap_err();
    assert!(absent.to_string().contains("absent.txt"), "{absent}");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_refused_and_a_link_upwards_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("corpus/class");
    fs::create_dir_all(&inside).unwrap();
    fs::write(inside.join("x.txt"), "one").unwrap();
    let of = || Digests::default().of(&folder.path().join("corpus")).unwrap();
    let before = of();
    std::os::unix::fs::symlink(folder.path(), inside.join("up")).unwrap();
    assert_eq!(of(), before);
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert!(Digests::default().of(&pipe).unwrap_err().to_string().contains("is a pipe"));
}

#[test]
fn the_digest_of_a_folder_names_its_files() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["d/x.txt", "e/y.txt"] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "one").unwrap();
    }
    let [d, e] = ["d", "e"].map(|name| Digests::default().of(&folder.path().join(name)).unwrap());
    assert_ne!(d, e, "names of classes are part of a folder");
}

#[test]
fn the_hash_of_a_text_never_changes() {
    // Computed by another implementation of SipHash-1-3.
    assert_eq!(hash_of("wordfield"), "dcdcb3eb009be5848f4873d8471b8605");
}
