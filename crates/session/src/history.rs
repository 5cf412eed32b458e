//! Recorded points of a training run, stored as arrays in a session file.
//!
//! | member | type and shape | content |
//! |---|---|---|
//! | `iterations.npy` | int64 (T) | iteration of each point, ascending |
//! | `positions.npy` | float32 (T, V, q) | word positions |
//! | `objective.npy` | float64 (T) | objective |
//! | `numbers.npy` | float64 (T, n) | learned parameters besides positions |
//! | `parameters.npy` | int64 (T) | index into the list of `parameters.json` |
//! | `parameters.json` | | model and parameters, each once |
//! | `end.npy` | float64 (V, q) | positions at the end |

use std::{
    io::{self, Seek, Write},
    sync::Arc,
};

use ndarray::Array2;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use zip::ZipWriter;

use crate::{
    RecordedRun,
    archive::{Archive, array, json},
    npy::{self, Number, wrong},
};
use wordfield_core::{
    model::{Mark, ModelKind, Params},
    train::{Frame, History, TrainOptions},
};

/// Kind and parameters of a model, as stored in a session file.
#[derive(Serialize, Deserialize)]
struct Stored {
    model: ModelKind,
    parameters: Value,
}

impl Stored {
    fn of(params: &Params) -> serde_json::Result<Self> {
        Ok(Self { model: params.kind(), parameters: serde_json::to_value(params)? })
    }

    fn params(self) -> Result<Params, String> {
        Params::from_json(self.model, &self.parameters)
    }
}

/// Serialised form of a model's parameters.
pub mod params {
    use super::{Params, Stored};
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};

    /// Serialises a model's kind and parameters.
    ///
    /// # Errors
    /// Returns errors of the serializer.
    pub fn serialize<S: Serializer>(params: &Params, to: S) -> Result<S::Ok, S::Error> {
        Stored::of(params).map_err(ser::Error::custom)?.serialize(to)
    }

    /// Deserialises a model's kind and parameters.
    ///
    /// # Errors
    /// Returns errors of the deserializer, and an error if a parameter is out of its range.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Params, D::Error> {
        Stored::deserialize(from)?.params().map_err(de::Error::custom)
    }
}

/// History of a run without recorded points, with the default memory limit.
pub(crate) fn empty() -> Arc<History> {
    Arc::new(History::new(TrainOptions::default().history_bytes).without_curves())
}

/// Writes the recorded points of a run up to its end. Points whose shape differs from that of the last point are left out.
pub(crate) fn write(run: &RecordedRun, folder: &str, to: &mut ZipWriter<impl Write + Seek>) -> io::Result<()> {
    let mut frames = run.history.path(run.end, usize::MAX);
    let shape = frames.last().map(|last| (last.latent.dim(), last.mark.numbers.len()));
    frames.retain(|frame| Some((frame.latent.dim(), frame.mark.numbers.len())) == shape);
    let ((words, q), numbers) = shape.unwrap_or_default();
    let points = frames.len();
    let (mut known, mut kinds): (Vec<Arc<Params>>, Vec<i64>) = (Vec::new(), Vec::new());
    for Frame { mark, .. } in frames.iter().map(|frame| &**frame) {
        let place = known.iter().position(|known| Arc::ptr_eq(known, &mark.params) || *known == mark.params);
        kinds.push(integer(place.unwrap_or(known.len())));
        if place.is_none() {
            known.push(Arc::clone(&mark.params));
        }
    }
    let stored: Vec<Stored> = known.iter().map(|params| Stored::of(params)).collect::<Result<_, _>>()?;
    json(to, &format!("{folder}/parameters.json"), &stored)?;
    array::<i64>(to, &format!("{folder}/parameters.npy"), &[points])?;
    npy::append(kinds, to)?;
    array::<i64>(to, &format!("{folder}/iterations.npy"), &[points])?;
    npy::append(frames.iter().map(|frame| integer(frame.iteration)), to)?;
    array::<f64>(to, &format!("{folder}/objective.npy"), &[points])?;
    npy::append(frames.iter().map(|frame| frame.mark.objective), to)?;
    array::<f64>(to, &format!("{folder}/numbers.npy"), &[points, numbers])?;
    frames.iter().try_for_each(|frame| npy::append(frame.mark.numbers.iter().copied(), to))?;
    array::<f32>(to, &format!("{folder}/positions.npy"), &[points, words, q])?;
    frames.iter().try_for_each(|frame| npy::append(frame.latent.iter().copied(), to))?;
    let (words, q) = run.latent.dim();
    array::<f64>(to, &format!("{folder}/end.npy"), &[words, q])?;
    npy::append(run.latent.iter().copied(), to)
}

/// Reads the recorded points of a run from the archive.
pub(crate) fn read(run: &mut RecordedRun, folder: &str, words: usize, from: &mut Archive) -> io::Result<()> {
    let stored: Vec<Stored> = from.json(&format!("{folder}/parameters.json"))?;
    let params = stored.into_iter().map(|stored| stored.params().map(Arc::new));
    let params: Vec<Arc<Params>> = params.collect::<Result<_, _>>().map_err(io::Error::other)?;
    let kinds = list::<i64>(&format!("{folder}/parameters.npy"), from)?;
    let iterations = list::<i64>(&format!("{folder}/iterations.npy"), from)?;
    let objective = list::<f64>(&format!("{folder}/objective.npy"), from)?;
    let points = iterations.len();
    let ascending = iterations.iter().all(|&at| at >= 0) && iterations.windows(2).all(|pair| pair[0] < pair[1]);
    if !ascending || kinds.len() != points || objective.len() != points {
        return Err(wrong("its iterations do not ascend, or its lists differ in length"));
    }
    let numbers: Vec<Vec<f64>> = {
        let mut member = from.array::<f64>(&format!("{folder}/numbers.npy"))?;
        let &[rows, count] = &member.shape[..] else { return Err(wrong("its numbers are no table")) };
        if rows != points {
            return Err(wrong("its numbers are not those of its points"));
        }
        (0..points).map(|_| member.next(count)).collect::<io::Result<_>>()?
    };
    let history = empty();
    let mut member = from.array::<f32>(&format!("{folder}/positions.npy"))?;
    let &[rows, all, q] = &member.shape[..] else { return Err(wrong("its positions are no table")) };
    if rows != points || (points > 0 && all != words) {
        return Err(wrong("its positions are not those of its points and words"));
    }
    for (place, numbers) in numbers.into_iter().enumerate() {
        let latent = finite(member.next::<f32>(all * q)?.into_iter().map(f64::from).collect())?;
        let latent = Array2::from_shape_vec((all, q), latent).map_err(|error| wrong(&error.to_string()))?;
        let known = usize::try_from(kinds[place]).ok().and_then(|kind| params.get(kind));
        let params = Arc::clone(known.ok_or_else(|| wrong("a point has no parameters"))?);
        let mark = Mark { params, objective: objective[place], numbers };
        history.record(iterations[place] as usize, &latent, || mark);
    }
    drop(member);
    let mut member = from.array::<f64>(&format!("{folder}/end.npy"))?;
    let &[all, q] = &member.shape[..] else { return Err(wrong("its end is no table")) };
    if all != 0 && all != words {
        return Err(wrong("its end is not that of its words"));
    }
    let latent = finite(member.next(all * q)?)?;
    run.latent = Arc::new(Array2::from_shape_vec((all, q), latent).map_err(|error| wrong(&error.to_string()))?);
    drop(member);
    run.history = history;
    Ok(())
}

/// Number of items in the integer type of NumPy arrays.
fn integer(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn list<T: Number>(name: &str, from: &mut Archive) -> io::Result<Vec<T>> {
    let mut member = from.array::<T>(name)?;
    let &[length] = &member.shape[..] else { return Err(wrong(&format!("{name} is no list"))) };
    member.next(length)
}

fn finite(numbers: Vec<f64>) -> io::Result<Vec<f64>> {
    if numbers.iter().all(|number| number.is_finite()) { Ok(numbers) } else { Err(wrong("a position is not finite")) }
}
