//! Dates as files write them, in one form for a whole column.
//!
//! A column in which every date can be read as day/month and as month/day has no form.
//! Times of day and offsets from UTC may follow a date; a time without an offset counts as UTC.
//! Cost: parsing a cell once for each form until one fits all cells. Memory: none.

use chrono::{Months, NaiveDate, NaiveTime};

/// Form of a date in the notation of `strftime`, and what completes a cell to it, as the day of a month.
type Form = (&'static str, &'static str);

const FORMS: [Form; 14] = [
    ("%Y-%m-%d", ""),
    ("%Y/%m/%d", ""),
    ("%Y.%m.%d", ""),
    ("%Y-%m-%d", "-01"),
    ("%d.%m.%Y", ""),
    ("%d-%B-%Y", ""),
    ("%d %B %Y", ""),
    ("%a, %d %B %Y", ""),
    ("%a %B %d %Y", ""),
    ("%B %d, %Y", ""),
    ("%Y年%m月%d日", ""),
    ("%d-%m-%Y", ""),
    ("%d/%m/%Y", ""),
    ("%m/%d/%Y", ""),
];

/// The form that fits all cells; `None` if none does, or if day and month cannot be told apart.
pub(super) fn form(cells: &[&str]) -> Option<Form> {
    let fits = |form: &&Form| cells.iter().all(|cell| seconds_as(cell, **form).is_some());
    let mut fitting = FORMS.iter().filter(fits);
    let first = fitting.next()?;
    fitting.next().is_none().then_some(*first)
}

/// Seconds since 1970 of a date in a form.
pub(super) fn seconds_as(cell: &str, (form, end): Form) -> Option<f64> {
    let complete;
    let cell = if end.is_empty() {
        cell
    } else {
        complete = format!("{cell}{end}");
        &complete
    };
    let (date, rest) = NaiveDate::parse_and_remainder(cell, form).ok()?;
    let rest = rest.trim_start_matches(['T', ' ', ',']);
    let (time, offset) = if rest.is_empty() {
        (NaiveTime::MIN, "")
    } else {
        let clock = ["%H:%M:%S%.f", "%H:%M"];
        clock.iter().find_map(|form| NaiveTime::parse_and_remainder(rest, form).ok())?
    };
    let stamp = date.and_time(time).and_utc();
    Some(stamp.timestamp() as f64 + f64::from(stamp.timestamp_subsec_millis()) / 1000.0 - offset_seconds(offset.trim())?)
}

/// Seconds by which a zone such as `+02:00`, `Z` or `GMT` is ahead of UTC.
fn offset_seconds(zone: &str) -> Option<f64> {
    if ["", "Z", "UTC", "GMT"].contains(&zone) {
        return Some(0.0);
    }
    let sign = if zone.starts_with('-') { -1.0 } else { 1.0 };
    let digits: String = zone.strip_prefix(['+', '-'])?.chars().filter(|&character| character != ':').collect();
    let (hours, minutes) = digits.split_at_checked(2)?;
    let minutes = if minutes.is_empty() { 0.0 } else { minutes.parse::<u32>().ok().map(f64::from)? };
    Some(sign * (f64::from(hours.parse::<u32>().ok()?) * 3600.0 + minutes * 60.0))
}

/// Seconds since 1970 at which a year, month, day or time begins, and at which it ends: `1987`, `1987-03`, `1987-03-01`.
pub(crate) fn date_range(text: &str) -> Option<[f64; 2]> {
    let text = text.trim();
    let span = |missing: &str, months: u32| {
        let first = NaiveDate::parse_from_str(&format!("{text}{missing}"), "%Y-%m-%d").ok()?;
        let end = first.checked_add_months(Months::new(months))?;
        Some([first, end].map(|day| day.and_time(NaiveTime::MIN).and_utc().timestamp() as f64))
    };
    match text.len() {
        4 => span("-01-01", 12),
        7 => span("-01", 1),
        _ => FORMS
            .iter()
            .find_map(|&form| seconds_as(text, form))
            .map(|start| [start, if text.len() <= 11 { start + 86_400.0 } else { start + 1.0 }]),
    }
}
