//! Solvers: SMO for the SVM's dual, L-BFGS and Adam for positions, coordinate descent for the elastic net, dense linear algebra,
//! canonical correlations, processes of few features, similarities.

mod adam;
pub mod canonical;
mod coordinate_descent;
pub mod dense;
mod lbfgs;
mod procrustes;
mod smo;
mod spectrum;

pub use adam::Adam;
pub use coordinate_descent::{CentredColumns, ElasticNetSolution, Penalty};
pub use lbfgs::{Lbfgs, LbfgsStep, Objective};
pub use procrustes::{Similarity, procrustes, rotation, symmetric_axes, widened};
pub use smo::{FeatureGram, Gram, Svc, SvcOptions, SvcSolution, SvcStop, solve, solve_all};
pub use spectrum::Spectrum;
