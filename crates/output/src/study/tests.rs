use std::collections::BTreeMap;

use wordfield_core::{
    experiment::TTestOverSeeds,
    metric::CrossedT,
    study::{CrossedTest, DifferenceFromBest, McNemarOfSeed},
};

use super::*;

fn row(label: &str, train: &str, values: &[Option<f64>]) -> Row {
    let known: Vec<f64> = values.iter().flatten().copied().collect();
    let mean = known.iter().sum::<f64>() / known.len() as f64;
    Row {
        corpus: "web & more".to_owned(),
        label: label.to_owned(),
        train: train.to_owned(),
        at: BTreeMap::new(),
        metric: "test.accuracy".to_owned(),
        mean: (!known.is_empty()).then_some(mean),
        sd: (known.len() > 1).then_some(0.0123),
        seeds: (0..values.len() as u64).collect(),
        values: values.to_vec(),
        chosen: vec![BTreeMap::new(); values.len()],
        development: Some(0.9),
        best: false,
        leads_test: false,
        against_best: None,
        seconds: None,
        problem: None,
    }
}

fn study() -> Vec<Row> {
    let test = TTestOverSeeds { t: -3.0, degrees: 1, p: 0.012 };
    let on_seed = McNemarOfSeed { seed: 0, only_best: 9, only_this: 2, p: 0.065, least_p: 0.000_98 };
    let test_of_both = CrossedT { difference: -0.05, error: 0.01, degrees: 3, p: 0.01 };
    let crossed = Some(CrossedTest { test: test_of_both, p_holm: 0.02, least_difference: 0.034 });
    let against =
        DifferenceFromBest { difference: -0.05, corrected_t: Some(test), p_holm: Some(0.024), crossed, mcnemar: vec![on_seed] };
    vec![
        Row { best: true, leads_test: true, ..row("map_q", "200", &[Some(0.9), Some(0.8)]) },
        Row { against_best: Some(against), ..row("svm", "200", &[Some(0.8), Some(0.8)]) },
        row("map_q", "600", &[Some(0.9), None]),
        row("svm", "600", &[None, None]),
    ]
}

#[test]
fn axes_with_several_values_are_named_the_training_size_first() {
    let at = |q: &str, c: &str| [("q", q), ("c", c)].map(|(key, value)| (key.to_owned(), value.to_owned())).into();
    let rows = |sizes: [&str; 2]| {
        let [a, b] = sizes.map(|train| Row { at: at(train, "1"), ..row("map", train, &[Some(0.9)]) });
        vec![a, b, row("svm", "200", &[Some(0.8)])]
    };
    assert_eq!((varying(&rows(["200", "600"])), varying(&rows(["200", "200"]))), (vec!["train", "q"], vec![]));
}

#[test]
fn a_row_without_the_axis_is_a_level_line() {
    let at = |q: &str| [("q".to_owned(), q.to_owned())].into();
    let mut rows = vec![row("svm", "200", &[Some(0.8)])];
    rows.extend(["2", "3"].map(|q| Row { at: at(q), ..row("map", "200", &[Some(0.9)]) }));
    let layout = Layout::new(&rows, "q");
    let Curves { columns, lines } = layout.corpora[0].curves();
    assert_eq!((columns, lines[0].1.clone()), (vec!["2", "3"], vec![Some([0.8, 0.0]); 2]));
    let layout = Layout::new(&rows[..1], "q");
    assert_eq!(layout.corpora[0].curves().lines, [("svm, train 200", vec![Some([0.8, 0.0])])]);
}

#[test]
fn a_markdown_table_has_columns_by_size_and_marks_of_its_tests() {
    let text = StudyFormat::Markdown.write(&study(), "train", None).expect("a table");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "### web & more: test accuracy, %");
    assert_eq!(
        lines[2..6],
        [
            "| train | 200 | 600 |",
            "| --- | --- | --- |",
            "| map_q | **<u>85.0 ± 1.2</u>** | 90.0 (1 of 2) |",
            "| svm | 80.0 ± 1.2 † ‡ | – |",
        ]
    );
    assert!(text.contains("| svm | 200 | -5.0 | 0.012 | 0.024 | 0.020 | 3.4 | 0.065 | 0.001 |"), "{text}");
}

#[test]
fn every_format_has_every_row_and_escapes_its_text() {
    let rows = study();
    let write = |format: StudyFormat| format.write(&rows, "train", None).expect("a table");
    let latex = write(StudyFormat::Latex);
    assert!(
        latex.contains("web \\& more & 200 & 600 \\\\") && latex.contains("\\textbf{\\underline{85.0 $\\pm$ 1.2}}"),
        "{latex}"
    );
    assert!(latex.contains("map\\_q") && latex.contains("80.0 $\\pm$ 1.2$^\\dagger$$^\\ddagger$"), "{latex}");
    let csv = write(StudyFormat::Csv);
    assert_eq!((csv.lines().count(), csv.lines().next().map(|line| line.split(',').count())), (5, Some(18)));
    let json: serde_json::Value = serde_json::from_str(&write(StudyFormat::Json)).expect("JSON");
    assert_eq!((json.as_array().map(Vec::len), &json[0]["values"]), (Some(4), &serde_json::json!([0.9, 0.8])));
    for key in ["corpus", "label", "train", "at", "metric", "mean", "sd", "values", "chosen"] {
        assert!(json[0].get(key).is_some(), "{key}");
    }
    let svg = write(StudyFormat::Svg);
    assert!(svg.contains("web &amp; more: test accuracy, %") && svg.matches("<circle").count() == 3, "{svg}");
}

#[test]
fn charts_are_xml_whatever_the_names() {
    let name = "\u{0}\u{8}\u{b}\u{1b}[31m]]>\u{7f}\u{9b}\u{fffe}\u{ffff} \"a\" & <b>";
    let with = |q: &str| Row {
        corpus: name.to_owned(),
        at: [(name.to_owned(), name.to_owned()), ("q".to_owned(), q.to_owned())].into(),
        metric: name.to_owned(),
        ..row(name, name, &[Some(0.7)])
    };
    let rows = [with("2"), with(name)];
    for (across, down) in [("train", None), ("q", None), (name, None), (name, Some("q"))] {
        let svg = StudyFormat::Svg.write(&rows, across, down).expect("a chart");
        let is_xml = |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..);
        assert_eq!(svg.chars().find(|&c| !is_xml(c)), None, "{across:?}");
        let mut reader = quick_xml::Reader::from_str(&svg);
        let (mut texts, mut ended) = (0, false);
        while !ended {
            match reader.read_event().expect("well-formed") {
                quick_xml::events::Event::Start(tag) => texts += usize::from(tag.name().as_ref() == b"text"),
                quick_xml::events::Event::Eof => ended = true,
                _ => {}
            }
        }
        assert!(texts > 3, "{svg}");
    }
}

#[test]
fn any_axis_can_be_across_and_errors_are_no_shares() {
    let with = |q: &str, train: &str| Row {
        at: [("q".to_owned(), q.to_owned())].into(),
        metric: "test.rmse".to_owned(),
        ..row("gp", train, &[Some(0.7612)])
    };
    let rows = [with("2", "200"), with("4", "200"), with("2", "600")];
    let text = StudyFormat::Markdown.write(&rows, "q", None).expect("a table");
    assert!(text.contains("test rmse\n") && text.contains("| gp, train 200 | 0.761 | 0.761 |"), "{text}");
    assert!(text.contains("| gp, train 600 | 0.761 |  |"), "{text}");
}

#[test]
fn a_heat_map_has_a_cell_for_each_pair_of_values_and_one_bar_a_panel() {
    let with = |rho: &str, q: &str, score| Row {
        at: [("q".to_owned(), q.to_owned()), ("rho".to_owned(), rho.to_owned())].into(),
        ..row("map", "200", &[score])
    };
    let rows = [with("1", "2", Some(0.7)), with("1", "3", Some(0.8)), with("30", "2", None), with("30", "3", Some(0.9))];
    let svg = StudyFormat::Svg.write(&rows, "rho", Some("q")).expect("a chart");
    assert!(svg.contains("web &amp; more, map, train 200: test accuracy, %"), "{svg}");
    assert_eq!(
        (svg.matches(">70.0<").count(), svg.matches(">80.0<").count(), svg.matches("#ffffff\" stroke").count()),
        (2, 1, 1)
    );
}
