//! Apache Parquet format of a table: typed columns with missing values, uncompressed.
//!
//! Texts are UTF-8, whole numbers 8-byte integers, numbers 8-byte floats.
//! Columns of the same title are numbered, as readers find columns by title.
//! Cost: one pass over the columns of each group of rows.
//! Memory: one group of rows.

use std::{collections::HashSet, io, mem, sync::Arc};

use parking_lot::Mutex;
use parquet::{
    basic::{LogicalType, Repetition, Type as Physical},
    data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type},
    errors::ParquetError,
    file::{
        properties::WriterProperties,
        writer::{SerializedColumnWriter, SerializedFileWriter},
    },
    schema::types::{ColumnPath, Type},
};

use super::{Cells, Table};

/// Number of cells in each row group of a Parquet file.
const ROW_GROUP_CELLS: usize = 1 << 22;
/// Minimum number of rows in each row group of a Parquet file.
const LEAST: usize = 1 << 10;

/// Writes a table as a Parquet file.
///
/// # Errors
/// Returns an error if an I/O operation fails.
pub(crate) fn parquet(table: &Table<'_>, to: &mut dyn io::Write) -> io::Result<()> {
    let titles = titles(table);
    let fields = table.columns.iter().zip(&titles).map(|(column, title)| field(title, &column.cells));
    let fields = fields.collect::<Result<Vec<_>, _>>().map_err(io::Error::other)?;
    let schema = Type::group_type_builder("table").with_fields(fields).build().map_err(io::Error::other)?;
    let mut properties = WriterProperties::builder().set_created_by(concat!("Wordfield ", env!("CARGO_PKG_VERSION")).to_owned());
    for (column, title) in table.columns.iter().zip(&titles) {
        // Most numbers are distinct, so a dictionary of numbers would only take space.
        let repeats = !column.cells.are_numbers();
        properties = properties.set_column_dictionary_enabled(ColumnPath::from(title.as_str()), repeats);
    }
    let pending = Pending::default();
    let writer = SerializedFileWriter::new(pending.clone(), Arc::new(schema), Arc::new(properties.build()));
    let mut writer = writer.map_err(io::Error::other)?;
    let group = (ROW_GROUP_CELLS / table.columns.len().max(1)).max(LEAST);
    for from in (0..table.len()).step_by(group) {
        let rows: Vec<usize> = (from..(from + group).min(table.len())).map(|place| table.row(place)).collect();
        let mut columns = writer.next_row_group().map_err(io::Error::other)?;
        for column in &table.columns {
            let Some(mut chunk) = columns.next_column().map_err(io::Error::other)? else { break };
            write(&column.cells, &rows, &mut chunk).and_then(|()| chunk.close()).map_err(io::Error::other)?;
            pending.move_to(to)?;
        }
        columns.close().map_err(io::Error::other)?;
    }
    writer.close().map_err(io::Error::other)?;
    pending.move_to(to)
}

/// Column titles of a Parquet file, numbered where a title occurs again.
fn titles(table: &Table<'_>) -> Vec<String> {
    let mut taken = HashSet::new();
    let mut unique = |title: &str| {
        let mut unique = title.to_owned();
        for number in 2.. {
            if taken.insert(unique.clone()) {
                break;
            }
            unique = format!("{title} {number}");
        }
        unique
    };
    table.columns.iter().map(|column| unique(&column.title)).collect()
}

fn field(title: &str, cells: &Cells<'_>) -> Result<Arc<Type>, ParquetError> {
    let (physical, logical, repetition) = match cells {
        Cells::Text(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String), Repetition::REQUIRED),
        Cells::Integer(_) => (Physical::INT64, None, Repetition::OPTIONAL),
        Cells::Number(..) => (Physical::DOUBLE, None, Repetition::OPTIONAL),
        Cells::Flag(_) => (Physical::BOOLEAN, None, Repetition::OPTIONAL),
    };
    let builder = Type::primitive_type_builder(title, physical);
    Ok(Arc::new(builder.with_logical_type(logical).with_repetition(repetition).build()?))
}

/// Writes the cells of a column in the given rows.
fn write(cells: &Cells<'_>, rows: &[usize], to: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
    let rows = rows.iter().copied();
    match cells {
        Cells::Text(of) => {
            let texts: Vec<ByteArray> = rows.map(|row| of(row).into_owned().into_bytes().into()).collect();
            to.typed::<ByteArrayType>().write_batch(&texts, None, None).map(drop)
        }
        Cells::Integer(of) => optional::<Int64Type>(rows.map(of), to),
        Cells::Number(_, of) => optional::<DoubleType>(rows.map(|row| Some(of(row)).filter(|number| number.is_finite())), to),
        Cells::Flag(of) => optional::<BoolType>(rows.map(of), to),
    }
}

/// Writes the values of a Parquet column that may be missing.
fn optional<T: DataType>(
    cells: impl ExactSizeIterator<Item = Option<T::T>>,
    to: &mut SerializedColumnWriter<'_>,
) -> Result<(), ParquetError> {
    let (mut values, mut present) = (Vec::with_capacity(cells.len()), Vec::with_capacity(cells.len()));
    for cell in cells {
        present.push(i16::from(cell.is_some()));
        values.extend(cell);
    }
    to.typed::<T>().write_batch(&values, Some(&present), None).map(drop)
}

/// Buffer between the Parquet writer, which must own its target, and the file.
#[derive(Clone, Default)]
struct Pending(Arc<Mutex<Vec<u8>>>);

impl Pending {
    fn move_to(&self, to: &mut dyn io::Write) -> io::Result<()> {
        to.write_all(&mem::take(&mut *self.0.lock()))
    }
}

impl io::Write for Pending {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};

    use parquet::{
        file::reader::{FileReader, SerializedFileReader},
        record::RowAccessor,
    };

    use super::*;

    #[test]
    fn typed_columns_are_read_back_with_missing_values() {
        let names = ["owl", "bär", ""];
        let table = Table::new("animals", 3)
            .text("name", |row| names[row])
            .integer("x", |row| (row != 1).then_some(row))
            .number("x", 1, |row| if row == 2 { f64::NAN } else { 0.1 + row as f64 })
            .flag("flies", |row| (row > 0).then_some(row == 1));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("animals.parquet");
        let mut bytes = Vec::new();
        parquet(&table.in_order(Arc::new(vec![2, 0, 1])), &mut bytes).unwrap();
        fs::write(&path, bytes).unwrap();
        let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
        let titles: Vec<String> =
            reader.metadata().file_metadata().schema().get_fields().iter().map(|field| field.name().to_owned()).collect();
        assert_eq!(titles, ["name", "x", "x 2", "flies"]);
        let rows: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
        let read: Vec<_> = rows
            .iter()
            .map(|row| (row.get_string(0).unwrap().as_str(), row.get_long(1).ok(), row.get_double(2).ok(), row.get_bool(3).ok()))
            .collect();
        let expected =
            [("", Some(2), None, Some(false)), ("owl", Some(0), Some(0.1), None), ("bär", None, Some(1.1), Some(true))];
        assert_eq!(read, expected);
    }
}
