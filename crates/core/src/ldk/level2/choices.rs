//! Names of the level-2 kernels and their hyper-parameters, with labels, help and ranges.

use super::Level2;
use crate::param::{About, Choice, Choices, Domain, Number, Slot};

impl Choices for Level2 {
    const ALL: &'static [Choice] = &[
        Choice::new("linear", "linear"),
        Choice::new("polynomial", "polynomial"),
        Choice::new("rbf", "Gaussian (RBF)"),
        Choice::new("sigmoid", "sigmoid"),
        Choice::new("ned", "negative distance"),
        Choice::new("ngd", "negative angle (NGD)").once("geodesic"),
        Choice::new("diffusion", "information diffusion"),
        Choice::new("ngd-exp", "exponential angle"),
        Choice::new("bhattacharyya", "Bhattacharyya (probability product)"),
        Choice::new("ned-power", "power of distance"),
        Choice::new("ned-log", "logarithm of distance"),
        Choice::new("ngd-power", "power of angle"),
        Choice::new("ngd-log", "logarithm of angle"),
    ];
    const USUAL: &'static [Self] = &[
        Self::Linear,
        Self::Polynomial { offset: 1.0, degree: 2 },
        Self::Rbf { zeta: 1.0 },
        Self::Sigmoid { slope: 1.0, offset: 0.0 },
        Self::Ned,
        Self::Ngd,
        Self::Diffusion { time: 1.0 },
        Self::NgdExp { time: 1.0 },
        Self::Bhattacharyya { trials: 1 },
        Self::NedPower { beta: 0.75 },
        Self::NedLog,
        Self::NgdPower { beta: 0.5 },
        Self::NgdLog,
    ];
    const NUMBERS: &'static [Number<Self>] = &[
        Number {
            key: "level2_offset",
            hint: "Constant that the polynomial kernel of documents adds to their inner product.",
            about: About::more(0.0, 10.0).label("offset").within(Domain::OFFSET).live(),
            at: |kernel| if let Self::Polynomial { offset, .. } = kernel { Some(Slot::Real(offset)) } else { None },
        },
        Number {
            key: "level2_degree",
            hint: "Exponent of the polynomial kernel of documents.",
            about: About::more(1.0, 6.0).label("degree").within(Domain::whole(1, 6)),
            at: |kernel| if let Self::Polynomial { degree, .. } = kernel { Some(Slot::Count(degree)) } else { None },
        },
        Number {
            key: "zeta",
            hint: "Inverse squared width of the Gaussian kernel of documents.",
            about: About::more(1e-2, 1e3).live(),
            at: |kernel| if let Self::Rbf { zeta } = kernel { Some(Slot::Real(zeta)) } else { None },
        },
        Number {
            key: "sigmoid_slope",
            hint: "Factor of the inner product of documents in the sigmoid kernel.",
            about: About::more(1e-2, 1e2).label("slope").live(),
            at: |kernel| if let Self::Sigmoid { slope, .. } = kernel { Some(Slot::Real(slope)) } else { None },
        },
        Number {
            key: "sigmoid_offset",
            hint: "Constant that the sigmoid kernel of documents adds to the product.",
            about: About::more(-10.0, 10.0).label("offset").within(Domain::real(-1e6, 1e6)).live(),
            at: |kernel| if let Self::Sigmoid { offset, .. } = kernel { Some(Slot::Real(offset)) } else { None },
        },
        Number {
            key: "time",
            hint: "Diffusion time of the diffusion kernel and of the exponential angle of documents: larger is smoother.",
            about: About::more(1e-2, 1e2).live(),
            at: |kernel| match kernel {
                Self::Diffusion { time } | Self::NgdExp { time } => Some(Slot::Real(time)),
                _ => None,
            },
        },
        Number {
            key: "trials",
            hint: "Draws from each document's distribution of words that the Bhattacharyya kernel compares.",
            about: About::more(1.0, 6.0).within(Domain::whole(1, 6)),
            at: |kernel| if let Self::Bhattacharyya { trials } = kernel { Some(Slot::Count(trials)) } else { None },
        },
        Number {
            key: "level2_beta",
            hint: "Exponent of the squared distance or of the angle of documents: lowering it compares only near documents.",
            about: About::more(0.05, 0.95)
                .label("exponent")
                .within(Domain::Real { low: 0.0, high: 1.0, open: [true, true] })
                .live(),
            at: |kernel| match kernel {
                Self::NedPower { beta } | Self::NgdPower { beta } => Some(Slot::Real(beta)),
                _ => None,
            },
        },
    ];
}
