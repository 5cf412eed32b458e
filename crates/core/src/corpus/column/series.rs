//! Groups of rows by the value of a column: periods of a date in their order, numbers in their order, or names.
//!
//! Cost: one pass over the cells and a sort of the groups. Memory: one index a row.

use std::{cmp::Ordering, collections::BTreeMap};

use chrono::{DateTime, Datelike};

use super::{Column, ColumnKind};

/// Longest span of dates, in days, that is grouped by days, and by months, where no period is given.
const DAYS: f64 = 62.0;
const MONTHS: f64 = 1830.0;

/// Period into which dates are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Period {
    /// Calendar days.
    Day,
    /// Calendar months.
    Month,
    /// Calendar years.
    Year,
}

/// Groups of rows by the value of a column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// Name of each group and its rows, in order.
    pub groups: Vec<(String, Vec<usize>)>,
    /// Whether the groups follow each other, as periods and numbers do.
    pub ordered: bool,
    /// Number of rows without a value.
    pub missing: usize,
}

impl Period {
    /// Every period, from the shortest, with its name on the command line.
    pub const ALL: [(&'static str, Self); 3] = [("day", Self::Day), ("month", Self::Month), ("year", Self::Year)];

    /// Period of dates between two times, in seconds: days of some weeks, months of some years, else years.
    fn usual(first: f64, last: f64) -> Self {
        match (last - first) / 86_400.0 {
            days if days <= DAYS => Self::Day,
            days if days <= MONTHS => Self::Month,
            _ => Self::Year,
        }
    }

    /// Name of the period that holds a time, in seconds since 1970.
    fn name(self, seconds: f64) -> Option<String> {
        let time = DateTime::from_timestamp(seconds.floor() as i64, 0)?;
        let (year, month, day) = (time.year(), time.month(), time.day());
        Some(match self {
            Self::Day => format!("{year:04}-{month:02}-{day:02}"),
            Self::Month => format!("{year:04}-{month:02}"),
            Self::Year => format!("{year:04}"),
        })
    }
}

impl Column {
    /// The rows grouped by their value: dates by a period, the usual one of their span unless given; others by their cell.
    pub fn series(&self, period: Option<Period>) -> Series {
        let numbers = || (0..self.len()).filter_map(|row| self.number(row));
        let (first, last) =
            numbers().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        let period = period.unwrap_or_else(|| Period::usual(first, last));
        let is_date = self.kind() == ColumnKind::Date;
        let mut groups: BTreeMap<String, (f64, Vec<usize>)> = BTreeMap::new();
        let mut missing = 0;
        for row in 0..self.len() {
            let (name, place) = match self.number(row) {
                Some(seconds) if is_date => (period.name(seconds), seconds),
                number => (Some(self.cell(row).trim().to_owned()).filter(|_| !self.is_missing(row)), number.unwrap_or(0.0)),
            };
            match name {
                Some(name) => groups.entry(name).or_insert((place, Vec::new())).1.push(row),
                None => missing += 1,
            }
        }
        let mut groups: Vec<(String, (f64, Vec<usize>))> = groups.into_iter().collect();
        // A stable sort keeps names in alphabetical order.
        groups.sort_by(|(_, (one, _)), (_, (other, _))| one.partial_cmp(other).unwrap_or(Ordering::Equal));
        let groups = groups.into_iter().map(|(name, (_, rows))| (name, rows)).collect();
        Series { groups, ordered: matches!(self.kind(), ColumnKind::Date | ColumnKind::Number), missing }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(cells: &[&str], period: Option<Period>) -> (Vec<(String, Vec<usize>)>, bool, usize) {
        let Series { groups, ordered, missing } = Column::new("column", cells.iter().copied()).series(period);
        (groups, ordered, missing)
    }

    #[test]
    fn dates_are_grouped_by_their_period_in_order() {
        let cells = ["1987-04-02", "1987-03-31", "", "1987-03-01", "1988-01-01"];
        let group = |name: &str, rows: &[usize]| (name.to_owned(), rows.to_vec());
        let months = vec![group("1987-03", &[1, 3]), group("1987-04", &[0]), group("1988-01", &[4])];
        assert_eq!(names(&cells, None), (months, true, 1), "months of less than five years");
        assert_eq!(names(&cells, Some(Period::Year)).0, [group("1987", &[0, 1, 3]), group("1988", &[4])]);
        assert_eq!(names(&cells[..4], None).0.len(), 3, "days of some weeks");
    }

    #[test]
    fn numbers_follow_each_other_and_names_do_not() {
        let (groups, ordered, _) = names(&["10", "9", "10", "-1"], None);
        assert!(ordered && groups.iter().map(|(name, _)| name.as_str()).eq(["-1", "9", "10"]));
        let (groups, ordered, missing) = names(&["oil", "grain", "", "oil", "grain", "oil"], None);
        assert!(!ordered && missing == 1 && groups[0] == ("grain".to_owned(), vec![1, 4]));
    }
}
