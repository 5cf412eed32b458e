//! Solvers: SMO for the SVM's dual, L-BFGS and Adam for positions, dense linear algebra.

mod adam;
pub mod dense;
mod lbfgs;
mod smo;

pub use adam::Adam;
pub use lbfgs::{Lbfgs, LbfgsStep, Objective};
pub use smo::{Svc, SvcOptions, SvcSolution, SvcStop, solve, solve_all};
