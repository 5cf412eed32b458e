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
    assert_eq!(date_range("1970"), Some([0.0, 365.0 * 86_400.0]));
    assert_eq!(date_range("1970-02"), Some([31.0 * 86_400.0, 59.0 * 86_400.0]));
    assert_eq!(date_range("1970-01-02"), Some([86_400.0, 172_800.0]));
    assert_eq!(date_range("next week"), None);
}

#[test]
fn columns_of_files_with_other_headers_are_joined_by_name() {
    let (first, second) = (header(&["desk", "date"]), header(&["date", "author"]));
    let rows = [Fields::new(&first, ["ships", "1987"]), Fields::default(), Fields::new(&second, ["1988", "Ann\u{1f}"])];
    let columns = Columns::of(&rows.each_ref());
    let table: Vec<(&str, Vec<&str>)> = columns.iter().map(|column| (column.name.as_str(), column.cells().collect())).collect();
    let wanted = [("desk", vec!["ships", "", ""]), ("date", vec!["1987", "", "1988"]), ("author", vec!["", "", "Ann"])];
    assert_eq!(table, wanted);
}

#[test]
fn categories_are_named_and_a_column_without_any_cell_is_text() {
    let header = header(&["empty", "desk"]);
    let rows = [["", "b"], ["", "a"], ["", "b"], ["", ""], ["", "a"]];
    let fields = rows.map(|cells| Fields::new(&header, cells));
    let columns = Columns::of(&fields.each_ref());
    assert_eq!(columns.named("empty").map(Column::kind), Some(ColumnKind::Text));
    let desk = columns.named("desk").expect("a column");
    assert_eq!(desk.categories(), ["a", "b"]);
    assert_eq!((0..5).map(|row| desk.category(row)).collect::<Vec<_>>(), [Some(1), Some(0), Some(1), None, Some(0)]);
}
