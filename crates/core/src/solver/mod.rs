//! Solvers: SMO for the SVM's dual, L-BFGS and Adam for positions, coordinate descent for the elastic net, linear algebra.
//! Also canonical correlations, kernel principal components, processes of few features, similarities, k-means, spectral clusters.

mod adam;
pub mod canonical;
mod coordinate_descent;
pub mod dense;
mod feature_svm;
mod k_means;
mod kernel_pca;
mod lbfgs;
mod leading;
mod procrustes;
mod smo;
mod spectral_clusters;
mod spectrum;

pub use adam::Adam;
pub use coordinate_descent::{CentredColumns, ElasticNetSolution, Penalty};
pub use feature_svm::{FeatureRows, solve_features};
pub use k_means::KMeans;
pub use kernel_pca::KernelPca;
pub use lbfgs::{Lbfgs, LbfgsStep, Objective};
pub use leading::leading_eigen;
pub use procrustes::{Similarity, procrustes, rotation, symmetric_axes, widened};
pub use smo::{OneClass, Svc, SvcOptions, SvcSolution, SvcStop, solve, solve_all, solve_one_class};
pub use spectral_clusters::{NegativeValues, SpectralClusters};
pub use spectrum::Spectrum;

/// Inner product of two vectors.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
