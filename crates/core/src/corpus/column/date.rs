//! Dates as files write them, in one form for a whole column.
//!
//! A column in which every date can be read as day/month and as month/day has no form.
//! Times of day and offsets from UTC may follow a date; a time without an offset counts as UTC.
//! Cost: parsing a cell once for each form until one fits all cells. Memory: one cell.

use chrono::{Months, NaiveDate, NaiveTime};

/// Form of a date in the notation of `strftime`, and what completes a cell to it, as the day of a month.
pub(super) type Form = (&'static str, &'static str);

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
pub(super) fn seconds_as(cell: &str, form: Form) -> Option<f64> {
    parsed(cell, form).map(|(seconds, _)| seconds)
}

/// Seconds since 1970 of a date in a form, and whether it has no time of day.
fn parsed(cell: &str, (form, end): Form) -> Option<(f64, bool)> {
    let complete = format!("{cell}{end}");
    let (date, rest) = NaiveDate::parse_and_remainder(&complete, form).ok()?;
    let rest = rest.trim_start_matches(['T', ' ', ',']);
    let (time, offset) = if rest.is_empty() {
        (NaiveTime::MIN, "")
    } else {
        let clock = ["%H:%M:%S%.f", "%H:%M"];
        clock.iter().find_map(|form| NaiveTime::parse_and_remainder(rest, form).ok())?
    };
    let stamp = date.and_time(time).and_utc();
    let seconds = stamp.timestamp() as f64 + f64::from(stamp.timestamp_subsec_millis()) / 1000.0;
    Some((seconds - offset_seconds(offset.trim())?, rest.is_empty()))
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

/// Seconds since 1970 at which a date begins and at which it ends: `1987`, `1987-03`, `1987-03-01`, or in a form.
pub(super) fn range(text: &str, form: Form) -> Option<[f64; 2]> {
    // A year of two digits is ambiguous.
    let has_year = text.len() >= 4 && text.bytes().take(4).all(|byte| byte.is_ascii_digit());
    let span = |missing: &str, months: u32| {
        let first = NaiveDate::parse_from_str(&format!("{text}{missing}"), "%Y-%m-%d").ok()?;
        let end = first.checked_add_months(Months::new(months))?;
        Some([first, end].map(|day| day.and_time(NaiveTime::MIN).and_utc().timestamp() as f64))
    };
    let date = || {
        let (start, is_day) = [FORMS[0], form].into_iter().find_map(|form| parsed(text, form))?;
        Some([start, start + if is_day { 86_400.0 } else { 1.0 }])
    };
    let year_or_month = if has_year { span("-01-01", 12).or_else(|| span("-01", 1)) } else { None };
    year_or_month.or_else(date)
}
