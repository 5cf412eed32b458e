use super::*;
fn header(kept: &[&str]) -> Arc<Header> {
    Arc::new(Header { kept: kept.iter().map(|&name| name.to_owned()).collect(), ..Header::default() })
}

fn kind(cells: &[&str]) -> ColumnKind {
    Column::new("some", cells.iter().copied()).kind()
}

#[test]
fn kinds_are_recognised_from_all_cells() {
    for (cells, wanted) in [
        (&["1", "2,5", "", "-3e2", "n/a"][..], ColumnKind::Number),
        (&["1987-03-01", "", "1987-04-02"], ColumnKind::Date),
        (&["26-FEB-1987 15:01:01.79", "9-APR-1987 09:00:00.00"], ColumnKind::Date),
        (&["1987-03-01T10:00:00Z", "1987-03-01T10:00:00+02:00"], ColumnKind::Date),
        (&["31/12/1987", "01/02/1988"], ColumnKind::Date),
        (&["12/31/1987", "01/02/1988"], ColumnKind::Date),
        (&["1 March 1987", "2 April 1988"], ColumnKind::Date),
        (&["1987-03", "1987-12"], ColumnKind::Date),
        (&["yes", "no", "Yes", ""], ColumnKind::Flag),
        (&["markets", "ships", "markets", "ships", "none"], ColumnKind::Category),
        (&["one of its own", "another", "a third"], ColumnKind::Text),
        (&["", "n/a", "-"], ColumnKind::Text),
        (&["1", "2", "three"], ColumnKind::Text),
        (&["1/2", "3/4", "5/6"], ColumnKind::Text),
        (&["4/5", "3/5"], ColumnKind::Number),
    ] {
        assert_eq!(kind(cells), wanted, "{cells:?}");
    }
}

#[test]
fn dates_whose_day_and_month_cannot_be_told_apart_are_no_dates() {
    assert_ne!(kind(&["01/02/1988", "03/04/1988"]), ColumnKind::Date);
}

#[test]
fn dates_are_seconds_with_their_time_and_zone() {
    let column = Column::new("date", ["1970-01-02", "1970-01-01 00:01", "1970-01-01T01:00:00.5+01:00", "?"]);
    let seconds: Vec<Option<f64>> = (0..4).map(|row| column.number(row)).collect();
    assert_eq!(seconds, [Some(86_400.0), Some(60.0), Some(0.5), None]);
    let day = 86_400.0;
    for (text, range) in [
        ("1970", Some([0.0, 365.0 * day])),
        ("1970-02", Some([31.0 * day, 59.0 * day])),
        ("1970-01-02", Some([day, 2.0 * day])),
        ("1970-01-02 00:01", Some([day + 60.0, day + 61.0])),
        ("next week", None),
        ("70", None),
    ] {
        assert_eq!(column.date_range(text), range, "{text}");
    }
    for (cells, written) in [(["31/12/1969", "2/1/1970"], "02/01/1970"), (["1 March 1987", "2 April 1988"], "2 January 1970")] {
        assert_eq!(Column::new("date", cells).date_range(written), Some([day, 2.0 * day]), "{written}");
    }
}

#[test]
fn columns_of_files_with_other_headers_are_joined_by_name() {
    let (first, second) = (header(&["desk", "date"]), header(&["date", "author"]));
    let rows = [Fields::new(&first, ["ships", "1987"]), Fields::default(), Fields::new(&second, ["1988", "Ann\u{1f}"])];
    let columns = Columns::of(&rows.each_ref(), false);
    let table: Vec<(&str, Vec<&str>)> = columns.iter().map(|column| (column.name.as_str(), column.cells().collect())).collect();
    let wanted = [("desk", vec!["ships", "", ""]), ("date", vec!["1987", "", "1988"]), ("author", vec!["", "", "Ann"])];
    assert_eq!(table, wanted);
}

#[test]
fn categories_are_named_and_a_column_without_any_cell_is_text() {
    let header = header(&["empty", "desk"]);
    let rows = [["", "b"], ["", "a"], ["", "b"], ["", ""], ["", "a"]];
    let fields = rows.map(|cells| Fields::new(&header, cells));
    let columns = Columns::of(&fields.each_ref(), false);
    assert_eq!(columns.named("empty").map(Column::kind), Some(ColumnKind::Text));
    let desk = columns.named("desk").expect("a column");
    assert_eq!(desk.categories(), ["a", "b"]);
    assert_eq!((0..5).map(|row| desk.category(row)).collect::<Vec<_>>(), [Some(1), Some(0), Some(1), None, Some(0)]);
}

#[test]
fn documents_without_columns_have_no_cells_of_others() {
    let header = header(&["desk"]);
    let rows = [Fields::new(&header, ["ships"]), Fields::default(), Fields::default(), Fields::default()];
    let columns = |paired| Columns::of(&rows.each_ref(), paired);
    let cell = |columns: &Columns, document| columns.named("desk").map(|desk| desk.cell(columns.row(document)).to_owned());
    let cells = |columns: Columns| (0..4).map(|document| cell(&columns, document).unwrap_or_default()).collect::<Vec<_>>();
    assert_eq!(cells(columns(false)), ["ships", "", "", ""]);
    assert_eq!(cells(columns(true)), ["ships", "", "ships", ""], "a target has the row of its pair");
}
