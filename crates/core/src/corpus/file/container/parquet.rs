//! Reader of Parquet files. Lists are joined by spaces; missing values are empty.

use parquet::{
    basic::Compression,
    file::{
        metadata::RowGroupMetaData,
        reader::{FileReader, SerializedFileReader},
    },
    record::Field,
};

use super::{ContainerText, Failure, Rows};
use crate::corpus::limits::COLUMNS;

pub(super) fn text(bytes: Vec<u8>, most: u64) -> Result<ContainerText, Failure> {
    let reader = SerializedFileReader::new(bytes::Bytes::from(bytes))?;
    let metadata = reader.metadata();
    let chunks = || metadata.row_groups().iter().flat_map(RowGroupMetaData::columns);
    if let Some(method) = chunks().find_map(|chunk| unread(chunk.compression())) {
        return Err(Failure::Compression(method));
    }
    let fields = metadata.file_metadata().schema().get_fields();
    if fields.len() > COLUMNS {
        return Err(Failure::Wide(fields.len()));
    }
    let mut rows = Rows::new(most);
    rows.push(fields.iter().map(|field| field.name().to_owned()))?;
    for row in reader.get_row_iter(None)? {
        rows.push(row?.get_column_iter().map(|(_, field)| cell(field)))?;
    }
    Ok(ContainerText { text: rows.text()?, note: "A Parquet file, read as a table.".to_owned() })
}

/// Name of a compression that is not read.
fn unread(compression: Compression) -> Option<&'static str> {
    match compression {
        Compression::BROTLI(_) => Some("brotli"),
        Compression::LZO => Some("LZO"),
        _ => None,
    }
}

fn cell(field: &Field) -> String {
    match field {
        Field::Null => String::new(),
        Field::Str(text) => text.clone(),
        Field::Bytes(bytes) => String::from_utf8_lossy(bytes.data()).into_owned(),
        Field::ListInternal(list) => list.elements().iter().map(cell).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use parquet::basic::BrotliLevel;

    use super::*;

    #[test]
    fn compressions_that_are_not_read_are_named() {
        assert_eq!(unread(Compression::BROTLI(BrotliLevel::default())), Some("brotli"));
        assert_eq!((unread(Compression::LZO), unread(Compression::SNAPPY)), (Some("LZO"), None));
    }
}
