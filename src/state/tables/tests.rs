use super::*;

#[test]
fn names_are_unique_and_fit_a_file_name() {
    for (place, row) in TABLES.iter().enumerate() {
        assert!(TABLES.iter().skip(place + 1).all(|other| other.name != row.name), "{}", row.name);
        assert!(row.name.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{}", row.name);
        assert!(table_row(row.name).is_some() && !row.tabs.is_empty());
    }
}
