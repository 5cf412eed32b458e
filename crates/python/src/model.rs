//! Trained model in Python: description, predictions of new documents, files and bytes.
//!
//! Cost: as the model's prediction. Memory: the model once, however many references Python holds.

use std::{path::PathBuf, sync::Arc};

use numpy::{IntoPyArray, PyArray1, PyArray2, ToPyArray, ndarray::Array2};
use pyo3::{
    exceptions::PyOSError,
    prelude::*,
    types::{PyBytes, PyDict, PyType},
};
use wordfield_core::{
    corpus::{Csr, Side},
    model::{ClassPrediction, FittedRef, RatingPrediction, pairs::Matcher},
    project::{ProjectError, SavedModel, load_model, save_model},
};

use super::{documents::Documents, kernel, settings, value_error};

/// Predicted class of each document (n), decisions (n × P), the classes of each column, and probabilities (n × C).
type Classes<'py> =
    (Bound<'py, PyArray1<usize>>, Bound<'py, PyArray2<f64>>, Vec<(usize, usize)>, Option<Bound<'py, PyArray2<f64>>>);

/// Predicted ratings: means and, if there are any, standard deviations (n × B).
type Rated<'py> = (Bound<'py, PyArray2<f64>>, Option<Bound<'py, PyArray2<f64>>>);

/// A trained model with its words.
#[pyclass(frozen, module = "wordfield._wordfield")]
pub struct Model(Arc<SavedModel>);

impl Model {
    pub fn new(saved: SavedModel) -> Self {
        Self(Arc::new(saved))
    }

    fn matcher(&self) -> PyResult<&dyn Matcher> {
        match self.0.fitted.fitted_ref() {
            FittedRef::Matcher(fitted) => Ok(fitted),
            _ => Err(self.other("partners")),
        }
    }

    fn other(&self, wanted: &str) -> PyErr {
        value_error(format!("{} does not predict {wanted}", self.0.kind().info().title))
    }

    /// Weights of documents (rows of `M`) over all words of the model.
    fn read(&self, py: Python<'_>, documents: Documents<'_>, target: bool) -> PyResult<Csr> {
        let (documents, lexicon) = (documents.read(None)?, &self.0.lexicon);
        let side = if target { Side::Target } else { Side::Source };
        py.detach(|| match lexicon.source_words {
            0 => lexicon.weights_of(&documents),
            _ => lexicon.weights_of_side(&documents, side),
        })
        .map_err(value_error)
    }
}

fn finite(are_finite: bool) -> PyResult<()> {
    let problem =
        "the model's predictions are not finite numbers: its offsets or degrees are too large; train one with smaller values";
    if are_finite { Ok(()) } else { Err(value_error(problem)) }
}

/// Python exception of a file problem: `OSError` if the system refuses, `ValueError` if the content is wrong.
fn file_error(error: &ProjectError) -> PyErr {
    match error {
        ProjectError::Read(..) | ProjectError::Write(..) => PyOSError::new_err(error.to_string()),
        _ => value_error(error),
    }
}

#[pymethods]
impl Model {
    /// Name of the kind of model.
    #[getter]
    fn kind(&self) -> PyResult<String> {
        let kind = serde_json::to_value(self.0.kind()).map_err(value_error)?;
        Ok(kind.as_str().unwrap_or_default().to_owned())
    }

    /// `classes`, `ratings` or `partners`.
    #[getter]
    fn task(&self) -> &'static str {
        self.0.kind().info().task.target()
    }

    /// The words (V), those of the source side first.
    #[getter]
    fn words(&self) -> Vec<String> {
        self.0.lexicon.words.clone()
    }

    /// Number of words of the source side; 0 without sides.
    #[getter]
    fn source_words(&self) -> usize {
        self.0.lexicon.source_words
    }

    /// Positions of the words (V × q); `None` for models without positions.
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray2<f64>>> {
        self.0.fitted.positions().map(|positions| positions.to_pyarray(py))
    }

    /// Names of the classes or ratings; empty for partners.
    #[getter]
    fn targets(&self) -> Vec<String> {
        match self.0.fitted.fitted_ref() {
            FittedRef::Classifier(fitted) => fitted.classes().to_vec(),
            FittedRef::Regressor(fitted) => fitted.ratings().to_vec(),
            FittedRef::Matcher(_) => Vec::new(),
        }
    }

    /// Iterations made.
    #[getter]
    fn iterations(&self) -> usize {
        self.0.iterations
    }

    /// Score of the training and the development part, by name; `None` for an empty part.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (scores, values) = (self.0.metrics.scores(), PyDict::new(py));
        values.set_item("train", scores.train)?;
        values.set_item("dev", scores.dev)?;
        values.set_item("test", scores.test)?;
        Ok(values)
    }

    /// Values of the parameters that have an effect.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        settings::values(py, &self.0.fitted.params())
    }

    /// Whether the model names the files it was trained on.
    #[getter]
    fn names_files(&self) -> bool {
        self.0.trained_on.as_ref().is_some_and(|trained_on| trained_on.origin.is_some())
    }

    /// Classes of documents, see [`Classes`].
    fn classify<'py>(&self, py: Python<'py>, documents: Documents<'_>) -> PyResult<Classes<'py>> {
        let FittedRef::Classifier(fitted) = self.0.fitted.fitted_ref() else { return Err(self.other("classes")) };
        let weights = self.read(py, documents, false)?;
        let prediction = py.detach(|| fitted.classify(&weights));
        finite(prediction.is_finite())?;
        let ClassPrediction { pairs, decisions, predicted, .. } = prediction;
        let probabilities =
            self.0.calibration.map(|of| of.probabilities(&pairs, fitted.classes().len(), decisions.view()).into_pyarray(py));
        Ok((predicted.into_pyarray(py), decisions.into_pyarray(py), pairs, probabilities))
    }

    /// Ratings of documents (n × B) and their standard deviations, if the model has any.
    fn rate<'py>(&self, py: Python<'py>, documents: Documents<'_>) -> PyResult<Rated<'py>> {
        let FittedRef::Regressor(fitted) = self.0.fitted.fitted_ref() else { return Err(self.other("ratings")) };
        let weights = self.read(py, documents, false)?;
        let prediction = py.detach(|| fitted.predict(&weights));
        finite(prediction.is_finite())?;
        let RatingPrediction { means, deviations, .. } = prediction;
        Ok((means.into_pyarray(py), deviations.map(|deviations| deviations.into_pyarray(py))))
    }

    /// Squared distances of source documents to target documents (n × m).
    fn distances<'py>(
        &self,
        py: Python<'py>,
        sources: Documents<'_>,
        targets: Documents<'_>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let fitted = self.matcher()?;
        let (sources, targets) = (self.read(py, sources, false)?, self.read(py, targets, true)?);
        let distances = py.detach(|| {
            let sources = fitted.prepare_stacked(Side::Source, &sources);
            fitted.between(&sources, &fitted.prepare_stacked(Side::Target, &targets))
        });
        Ok(distances.into_pyarray(py))
    }

    /// The nearest `top` target documents of every source document, each with its squared distance, nearest first.
    fn nearest(
        &self,
        py: Python<'_>,
        sources: Documents<'_>,
        targets: Documents<'_>,
        top: usize,
    ) -> PyResult<Vec<Vec<(usize, f64)>>> {
        let fitted = self.matcher()?;
        let (sources, targets) = (self.read(py, sources, false)?, self.read(py, targets, true)?);
        Ok(py.detach(|| {
            let sources = fitted.prepare_stacked(Side::Source, &sources);
            fitted.nearest(&sources, &fitted.prepare_stacked(Side::Target, &targets), top)
        }))
    }

    /// Means of the positions of each document's words (n × q).
    fn vectors<'py>(&self, py: Python<'py>, documents: Documents<'_>, target: bool) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let positions = self.0.fitted.positions().ok_or_else(|| kernel::no_positions(&self.0))?;
        let weights = self.read(py, documents, target)?;
        Ok(py.detach(|| weights.dot(positions.view())).into_pyarray(py))
    }

    /// Kernel of documents with documents (n × m) under the model; of one list with itself (n × n) without a second.
    #[pyo3(signature = (documents, others=None))]
    fn gram<'py>(
        &self,
        py: Python<'py>,
        documents: Documents<'_>,
        others: Option<Documents<'_>>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let kernel = kernel::of(&self.0)?;
        let rows = self.read(py, documents, false)?;
        let others = others.map(|others| self.read(py, others, false)).transpose()?;
        let gram: Array2<f64> = py.detach(|| kernel.gram(&rows, others.as_ref().unwrap_or(&rows)));
        Ok(gram.into_pyarray(py))
    }

    /// Writes the model into a file, which the program opens.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(move || save_model(&path, &self.0)).map_err(|error| file_error(&error))
    }

    /// The model of a file.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        py.detach(move || load_model(&path)).map(Self::new).map_err(|error| file_error(&error))
    }

    /// The model of [`Model::__reduce__`].
    #[staticmethod]
    fn from_bytes(py: Python<'_>, bytes: &[u8]) -> PyResult<Self> {
        let saved: SavedModel = py.detach(|| serde_json::from_slice(bytes)).map_err(value_error)?;
        match saved.fitted.problem() {
            None => Ok(Self::new(saved)),
            Some(problem) => Err(value_error(format!("the bytes do not hold a model: {problem}"))),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let bytes = py.detach(|| serde_json::to_vec(&*self.0)).map_err(value_error)?;
        let of_bytes = PyType::new::<Self>(py).getattr("from_bytes")?;
        Ok((of_bytes, (PyBytes::new(py, &bytes),)))
    }
}
