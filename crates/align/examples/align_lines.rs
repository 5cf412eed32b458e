//! Aligns the lines of two files and prints a table: first and last line of the source, of the target, and the score.
//!
//! Usage: `align_lines SOURCE TARGET [--vectors S.f32 T.f32 DIMENSION]`, where the vectors are rows of little-endian floats.

use std::{error::Error, fs, io::Write};

use wordfield_align::{AlignOptions, Similarity, Vectors, align};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [source, target, rest @ ..] = arguments.as_slice() else { return Err("two files expected".into()) };
    let (source, target) = (fs::read_to_string(source)?, fs::read_to_string(target)?);
    let (source, target): (Vec<&str>, Vec<&str>) = (source.lines().collect(), target.lines().collect());
    let vectors = match rest {
        [option, source, target, dimension] if option == "--vectors" => {
            Some(Vectors::new(&floats(source)?, &floats(target)?, dimension.parse()?))
        }
        _ => None,
    };
    let similarity = vectors.as_ref().map(|vectors| vectors as &dyn Similarity);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for bead in align(&source, &target, &[], similarity, &AlignOptions::default())? {
        let (s, t) = (bead.source, bead.target);
        writeln!(out, "{}\t{}\t{}\t{}\t{:.6}", s.start, s.end, t.start, t.end, bead.score)?;
    }
    Ok(())
}

fn floats(path: &str) -> std::io::Result<Vec<f32>> {
    let bytes = fs::read(path)?;
    Ok(bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect())
}
