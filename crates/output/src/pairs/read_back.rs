//! Reading back of delivered files by the reader of pairs, before they appear: as many pairs, with the same texts.
//!
//! Cost: one pass over the written files. Memory: their texts.

use std::{borrow::Cow, fs};

use super::{DeliveredPair, Delivery, OmittedUnits, moses};
use crate::{ExportError, Exporter, Sink};
use wordfield_core::{
    corpus::{Cancel, Format, LeftOut, PairFiles, ReadOptions, Side, TaskKind, read_pair_files},
    project::PendingFile,
};

/// Reads the files of a sink and compares them with the delivery.
///
/// # Errors
/// Returns an error if the written files cannot be read, or have other pairs.
pub(super) fn check(delivery: &Delivery<'_>, exporter: &Exporter, sink: &mut Sink<'_>) -> Result<(), ExportError> {
    let own = exporter.is_of::<Delivery<'static>>();
    let expected = expected(delivery, exporter, own);
    // A LaTeX table is for print, and files without a pair have no form that a reader could recognise.
    if expected.is_empty() || exporter.name == "latex" {
        return Ok(());
    }
    let place = sink.path.display().to_string();
    let wrong = |problem: String| {
        let remedy = "nothing was written; choose another form, such as clean.csv";
        ExportError::Unsuitable(format!("{place}: reading it back failed ({problem}): {remedy}"))
    };
    let contents = sink.contents()?;
    let found: Vec<[String; 2]> = if exporter.name == "json" {
        json_texts(&contents[0], &delivery.pairs.sides).map_err(|error| wrong(error.to_string()))?
    } else {
        // The copy has a name without an extension, so that only the given format is used.
        let files = contents.iter().map(|bytes| copy(bytes)).collect::<Result<Vec<_>, _>>()?;
        let paths: Vec<_> = files.iter().map(|file| file.written_path().to_owned()).collect();
        let read = read_pair_files(&paths, &options(delivery, exporter, own), &Cancel::default());
        let read = read.map_err(|error| wrong(error.to_string()))?;
        // Units with a text that are no pairs must be found again if they are kept in the form of the original;
        // blank rows of a sheet may remain.
        let with_text = |unit: &&LeftOut| unit.texts.iter().any(|text| !text.trim().is_empty());
        let stay = if own && matches!(delivery.units.files.corpus.format, Format::Tmx | Format::Xliff) {
            &delivery.units.files.left_out[..]
        } else {
            &[]
        };
        let [found, wanted] = [&read.left_out[..], stay].map(|units| units.iter().filter(with_text).count());
        if found != wanted {
            return Err(wrong(format!("{found} units are no pairs, not {wanted}")));
        }
        texts(&read)
    };
    if found.len() != expected.len() {
        return Err(wrong(format!("it has {} pairs, not {}", found.len(), expected.len())));
    }
    let plain = |text: &str| text.replace("\r\n", "\n").replace('\r', "\n").trim().to_owned();
    let differs = found.iter().zip(&expected).position(|(a, b)| (0..2).any(|side| plain(&a[side]) != plain(&b[side])));
    match differs {
        Some(pair) => Err(wrong(format!("the text of pair {} differs", pair + 1))),
        None => Ok(()),
    }
}

/// Texts of the pairs that the files should hold, in their order.
fn expected<'a>(delivery: &'a Delivery<'_>, exporter: &Exporter, own: bool) -> Vec<[Cow<'a, str>; 2]> {
    let files = &delivery.units.files;
    let written = |pair: &DeliveredPair<'a>| {
        let own = [files.text(pair.pair, Side::Source), files.text(pair.target, Side::Target)];
        [0, 1].map(|side| Cow::from(pair.texts[side].unwrap_or(own[side])))
    };
    let mut pairs: Vec<(usize, [Cow<'a, str>; 2])> = delivery.kept.iter().map(|pair| (pair.pair, written(pair))).collect();
    if own && files.corpus.format == Format::Xliff && delivery.treatment == OmittedUnits::Mark {
        let marked = delivery.omitted.iter().filter_map(|omitted| Some((omitted.pair?, omitted.texts.map(Cow::from))));
        pairs.extend(marked);
        pairs.sort_by_key(|(pair, _)| *pair);
    }
    let line = |text: Cow<'a, str>| if exporter.name == "moses" { Cow::from(moses::line(&text)) } else { text };
    pairs.into_iter().map(|(_, texts)| texts.map(line)).collect()
}

/// Options of reading the written files.
fn options(delivery: &Delivery<'_>, exporter: &Exporter, own: bool) -> ReadOptions {
    let files = &delivery.units.files;
    let sides = delivery.pairs.sides;
    if own {
        // The encoding of a damaged file is recognised again; a named encoding would refuse the damage.
        let encoding = files.damaged.is_empty().then(|| files.files[0].encoding().to_owned());
        let (format, text_columns) = (Some(files.corpus.format), files.text_columns.clone());
        let same = files.files.iter().all(|file| file.encoding() == files.files[0].encoding());
        return ReadOptions {
            format,
            text_columns,
            encoding: encoding.filter(|_| same),
            task: Some(TaskKind::Pairs),
            ..delivery.units.options.clone()
        };
    }
    let (format, text_columns) = match exporter.name {
        "tmx" => (Format::Tmx, super::languages(sides).to_vec()),
        "moses" => (Format::Plain, Vec::new()),
        "tsv" => (Format::Tsv, sides.map(|side| format!("{side} text")).to_vec()),
        _ => (Format::Csv, sides.map(|side| format!("{side} text")).to_vec()),
    };
    let encoding = Some("utf-8".to_owned()).filter(|_| !matches!(exporter.name, "xlsx" | "parquet"));
    ReadOptions {
        format: Some(format),
        text_columns,
        encoding,
        task: Some(TaskKind::Pairs),
        limits: delivery.units.options.limits,
        ..ReadOptions::default()
    }
}

fn texts(files: &PairFiles) -> Vec<[String; 2]> {
    (0..files.pairs()).map(|pair| [Side::Source, Side::Target].map(|side| files.text(pair, side).to_owned())).collect()
}

/// Texts of the pairs in a JSON array of rows.
fn json_texts(bytes: &[u8], sides: &[&str; 2]) -> serde_json::Result<Vec<[String; 2]>> {
    let rows: Vec<serde_json::Map<String, serde_json::Value>> = serde_json::from_slice(bytes)?;
    let text = |row: &serde_json::Map<String, serde_json::Value>, side: &str| {
        row.get(&format!("{side} text")).and_then(serde_json::Value::as_str).unwrap_or_default().to_owned()
    };
    Ok(rows.iter().map(|row| sides.map(|side| text(row, side))).collect())
}

/// Copy of written bytes in a temporary file, which is removed when it is dropped.
fn copy(bytes: &[u8]) -> Result<PendingFile, ExportError> {
    let path = std::env::temp_dir().join("wordfield-delivery");
    let mut file = PendingFile::create(&path)?;
    std::io::Write::write_all(&mut file, bytes)
        .and_then(|()| std::io::Write::flush(&mut file))
        .map_err(|cause| ExportError::of(&path, cause))?;
    fs::metadata(file.written_path()).map_err(|cause| ExportError::of(&path, cause))?;
    Ok(file)
}
