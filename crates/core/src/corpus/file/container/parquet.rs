//! Reader of Parquet files. Lists are joined by spaces; missing values are empty.

use parquet::{
    file::reader::{FileReader, SerializedFileReader},
    record::Field,
};

use super::{ContainerText, Failure, Rows};

pub(super) fn text(bytes: Vec<u8>, most: u64) -> Result<ContainerText, Failure> {
    let reader = SerializedFileReader::new(bytes::Bytes::from(bytes))?;
    let schema = reader.metadata().file_metadata().schema();
    let mut rows = Rows::new(most);
    rows.push(schema.get_fields().iter().map(|field| field.name().to_owned()))?;
    for row in reader.get_row_iter(None)? {
        rows.push(row?.get_column_iter().map(|(_, field)| cell(field)))?;
    }
    Ok(ContainerText { text: rows.text()?, note: "A Parquet file, read as a table.".to_owned() })
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
