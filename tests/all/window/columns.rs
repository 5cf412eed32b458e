//! Columns of a file besides text and class: listed, sorted, filtered by conditions, and shown as colours.

use wordfield_state::{Choose, ColourBy, Colouring, Column, DocumentFilter, SetOf, SetsAction, StudyAction, explain::Part};

use super::*;

/// Articles with desk, date, pages and a part of their own; every ninth has no desk.
fn table() -> String {
    let row = |number: usize| {
        let (class, word) = if number.is_multiple_of(2) { ("earn", "profit") } else { ("grain", "wheat") };
        let (desk, year) = if number < 40 { ("markets", 1987) } else { ("ships", 1988) };
        let desk = if number.is_multiple_of(9) { "" } else { desk };
        let other = ["oil", "bank", "rain"][number % 3];
        let (month, pages) = (number % 12 + 1, number % 7);
        format!("{class},{desk},{year}-{month:02}-03,{pages},section {number},{word} {other} {word} of article {number}\n")
    };
    "class,desk,date,pages,part,text\n".to_owned() + &(0..80).map(row).collect::<String>()
}

/// Paused window with the table as corpus.
fn opened() -> (Shown, tempfile::TempDir) {
    let (folder, path) = file("articles.csv", &table());
    let mut harness = window(Launch::default());
    act(&mut harness, Action::Open(Open::Files(vec![path])));
    until(&mut harness, "the preview", |window| {
        matches!(window.workspace().corpus.loading, Loading::Preview { preview: Ok(_), .. })
    });
    harness.run_steps(3);
    click(&mut harness, "Read and train");
    until(&mut harness, "an evaluation", |window| {
        let data = window.workspace().corpus.dataset.as_ref();
        data.is_some_and(|data| data.corpus.columns.len() == 4)
            && iteration(window) > 3
            && window.workspace().evaluated().is_some()
    });
    pause(&mut harness);
    act(&mut harness, Action::Look(Look::Tab(Tab::Documents)));
    (harness, folder)
}

/// Filters the documents, and waits until as many are listed.
fn filter(harness: &mut Shown, text: &str, count: usize) {
    let filter = DocumentFilter { text: text.to_owned(), ..DocumentFilter::default() };
    act(harness, Action::Choose(Choose::Filter(filter)));
    until(harness, "the filtered documents", |window| window.workspace().documents().len() == count);
    harness.run_steps(6);
}

/// Rows of the table that are listed, by the number in their text.
fn listed(harness: &Shown) -> Vec<usize> {
    let workspace = the(harness).workspace();
    let texts = &workspace.corpus.dataset.as_ref().expect("a dataset").corpus.texts;
    let number = |document: &usize| texts[*document].rsplit(' ').next()?.parse().ok();
    workspace.documents().iter().filter_map(number).collect()
}

#[test]
fn conditions_filter_and_errors_stand_beside_the_field() {
    let (mut harness, _folder) = opened();
    let expected: Vec<usize> = (0..40).filter(|number: &usize| !number.is_multiple_of(9) && number % 12 >= 10).collect();
    filter(&mut harness, "desk = markets and date >= 1987-11 and text ~ /profit|wheat/", expected.len());
    let mut found = listed(&harness);
    found.sort_unstable();
    assert_eq!(found, expected);
    filter(&mut harness, "desk = markets and author = Ann", 0);
    harness.get_by_label_contains("there is no column \"author\"; choose among \"desk\", \"date\", \"pages\"");
    filter(&mut harness, "wheat", 40);
    assert!(listed(&harness).iter().all(|number| !number.is_multiple_of(2)));
}

#[test]
fn a_click_on_a_column_of_the_file_sorts_by_its_values() {
    let (mut harness, _folder) = opened();
    act(&mut harness, Action::Look(Look::SortBy(Column::OfFile(1))));
    harness.run_steps(6);
    let month = |number: &usize| (number / 40, number % 12);
    assert!(listed(&harness).is_sorted_by_key(month), "{:?}", listed(&harness));
    harness.get_by_label_contains("date, ascending");
    act(&mut harness, Action::Look(Look::SortBy(Column::OfFile(0))));
    harness.run_steps(6);
    let (last, first) = (listed(&harness), listed(&harness));
    assert!(last[last.len() - 9..].iter().all(|number| number.is_multiple_of(9)), "without a desk last: {last:?}");
    assert!(first[..30].iter().all(|number| *number < 40), "{first:?}");
    act(&mut harness, Action::Look(Look::SortBy(Column::OfFile(3))));
    harness.run_steps(6);
    harness.get_by_label_contains("part (file), ascending");
}

#[test]
fn words_and_documents_are_coloured_by_a_column() {
    let (mut harness, _folder) = opened();
    let names: Vec<String> = the(&harness)
        .workspace()
        .corpus
        .basis
        .as_ref()
        .expect("a basis")
        .column_colourings
        .iter()
        .map(|column| column.name.clone())
        .collect();
    assert_eq!(names, ["desk = markets", "desk = ships", "date", "pages"]);
    act(&mut harness, Action::Field(Field::ColourBy(ColourBy::Column(3))));
    let workspace = the(&harness).workspace();
    let data = workspace.corpus.dataset.as_ref().expect("a dataset");
    let scene = workspace.field.scene.as_ref().expect("a scene");
    let Colouring::Values { values, scale } = &scene.colouring else { panic!("values") };
    assert_eq!(scale.name, "pages, mean over the documents that contain the word");
    let pages = data.corpus.columns.named("pages").expect("pages");
    for (word, value) in values.iter().enumerate() {
        let holds = |&document: &usize| data.counts.row(document).0.contains(&(word as u32));
        let own: Vec<f64> = (0..data.corpus.len()).filter(holds).filter_map(|document| pages.number(document)).collect();
        let mean = own.iter().sum::<f64>() / own.len() as f64;
        assert!((f64::from(*value) - mean).abs() < 1e-4, "{}: {value} {mean}", data.words[word]);
    }
    let places = &scene.basis.column_colours(&workspace.choices.layers).expect("values of documents").documents;
    assert!(
        places
            .iter()
            .enumerate()
            .all(|(document, place)| pages.number(document).is_some_and(|pages| (pages > 3.1) == (*place > 0.1)))
    );
}

#[test]
fn groups_of_documents_have_scores_and_are_listed_and_compared() {
    let (mut harness, _folder) = opened();
    act(&mut harness, Action::Look(Look::Part(Part::Test)));
    act(&mut harness, Action::Look(Look::Tab(Tab::Evaluation)));
    harness.run_steps(3);
    let table = |harness: &Shown| {
        let table = the(harness).workspace().table("groups").expect("groups").collected();
        let cell = |row: usize, column: usize| table.cell(row, column).written().into_owned();
        (0..table.len()).map(|row| [0, 1, 2].map(|column| cell(row, column))).collect::<Vec<_>>()
    };
    let workspace = the(&harness).workspace();
    let (data, groups) = (workspace.corpus.dataset.as_ref().expect("a dataset"), table(&harness));
    let predicted = &workspace.run.snapshot.as_ref().and_then(|snapshot| snapshot.classified()).expect("classes").predicted;
    let desk = data.corpus.columns.named("desk").expect("desks");
    let ships: Vec<usize> = data.split.test.iter().copied().filter(|&document| desk.cell(document) == "ships").collect();
    let right = ships.iter().filter(|&&document| data.label(document) == Some(predicted[document])).count();
    let of_ships = groups.iter().find(|[name, ..]| name == "desk = ships").expect("the group");
    assert_eq!(of_ships[1], ships.len().to_string(), "{groups:?}");
    assert!((of_ships[2].parse::<f64>().unwrap() - right as f64 / ships.len() as f64).abs() < 1e-9, "{groups:?}");
    let ships = ships.len();
    click(&mut harness, "Scores by the columns of the file");
    harness.run_steps(12);
    click(&mut harness, "desk = ships");
    until(&mut harness, "the documents of the group", |window| {
        window.workspace().layout.tab == Tab::Documents && window.workspace().documents().len() == ships
    });
    let sets = ["desk = markets", "desk = ships"].map(|text| SetOf::Meets(text.parse().expect("a condition")));
    for (place, set) in sets.into_iter().enumerate() {
        act(&mut harness, Action::Study(StudyAction::Sets(SetsAction::Choose(place, set))));
    }
    act(&mut harness, Action::Study(StudyAction::Sets(SetsAction::Compare)));
    until(&mut harness, "the comparison", |window| window.workspace().compare.sets.study.found().is_some());
    let found = the(&harness).workspace().compare.sets.study.found().expect("a comparison");
    let desk = the(&harness).workspace().corpus.dataset.as_ref().expect("a dataset").corpus.columns.named("desk").expect("desks");
    let count = |name: &str| desk.cells().filter(|cell| *cell == name).count();
    assert_eq!(found.sizes, [count("markets"), count("ships")]);
}
