//! Control of training: new runs, their parameters, and runs that continue earlier ones.

pub(super) mod update {
    pub(crate) mod run_control;
    pub(crate) mod time;
}
