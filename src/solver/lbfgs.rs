//! L-BFGS through argmin, one step a call. The only file that sees argmin.

/// What one step did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LbfgsStep {
    /// The value fell to this.
    Descended(f64),
    /// The gradient is as good as zero, or no step along the direction lowers the value.
    Converged(f64),
    /// The objective gave a number that is not finite at the start.
    NotFinite,
}

/// A minimiser that keeps its memory between steps; the objective is handed over at each step.
#[derive(Debug)]
pub struct Lbfgs {
    memory: usize,
}

impl Lbfgs {
    /// A minimiser remembering `memory` pairs of steps.
    pub fn new(memory: usize) -> Self {
        Self { memory }
    }

    /// One step from `x`, in place. `objective` gives value and gradient.
    pub fn step(&mut self, x: &mut Vec<f64>, objective: &mut dyn FnMut(&[f64]) -> (f64, Vec<f64>)) -> LbfgsStep {
        todo!("{} {} {}", self.memory, x.len(), objective(x).0)
    }

    /// Forgets all memory: to be called when the objective changed.
    pub fn reset(&mut self) {
        todo!()
    }
}
