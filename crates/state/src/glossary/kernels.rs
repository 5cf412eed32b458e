//! Terms of kernels: between words, between documents, and the space they span.

use super::{FIELDS, Term, show, values};
use crate::Workspace;
use wordfield_core::{
    corpus::TaskKind,
    ldk::{Embedding, Level2, Source},
    param::Choices,
};

terms! {
    KERNELS:
    KERNEL = Term::new(
        "Embedding kernel",
        "k",
        "The kernel measures how similar two words are by their positions; the Gaussian one is 1 at the same place and near 0 far \
         apart. Everything the model learns about documents is a sum of these similarities.",
        "k(x, x') = exp(-γ/2 ‖x - x'‖²)",
        kernel,
    )
    .parameter(&["embedding"], "The linear kernel keeps only the mean position of a document; the Gaussian keeps its whole distribution.")
    .seen(show::gram)
    .taught("kernel");
    GAMMA = Term::new(
        "Bandwidth parameter",
        "γ",
        "γ sets how fast the similarity of two words falls with their distance. It is the inverse squared width of the bump that \
         each word puts on the map.",
        "k(x, x') = exp(-γ/2 ‖x - x'‖²)",
        gamma,
    )
    .parameter(&["gamma"], "Raising γ makes narrow bumps, so that only close neighbours count; lowering it makes all words alike.")
    .seen(show::gram)
    .taught("bandwidth");
    MEAN = Term::new(
        "Kernel mean",
        "m",
        "A document is the average of the bumps at its words' positions. Two documents are similar where their averages overlap, \
         even without a common word.",
        "m_i(x) = Σ_l M_il k(x_l, x)",
        mean,
    )
    .seen(show::mean)
    .taught("mean");
    GRAM = Term::new(
        "Gram matrix",
        "S",
        "Entry (i, j) of the Gram matrix is the inner product of the means of documents i and j. The model knows the documents \
         through this table alone.",
        "S_ij = Σ_l Σ_t M_il M_jt k(x_l, x_t)",
        gram,
    )
    .seen(show::gram)
    .taught("gram");
    LEVEL2 = Term::new(
        "Level-2 kernel",
        "K",
        "A second kernel compares whole documents by their means. The linear one takes their inner product; the others also see \
         combinations of words, distances or angles.",
        "K = S, or (S + c)^d, or exp(-ζ/2 ‖m_i - m_j‖²), …",
        level2,
    )
    .parameter(&["level2"], "With the linear one each word adds its own share; the others let words of a document act together.")
    .seen(show::gram);
    NED = Term::new(
        "Negative distance (NED)",
        "",
        "The similarity of two documents is minus the distance of their means. It has no width to choose, and far documents keep \
         an influence.",
        "K_ij = -‖m_i - m_j‖",
        |workspace| curved(workspace, Level2::Ned),
    )
    .of(&[TaskKind::Classes, TaskKind::Pairs])
    .seen(show::gram);
    NGD = Term::new(
        "Negative angle (NGD)",
        "",
        "Documents of unit length lie on a sphere, where the natural distance is the angle between them. The kernel is minus twice \
         this angle, plus a constant.",
        "K_ij = π - 2 arccos S_ij",
        |workspace| curved(workspace, Level2::Ngd),
    )
    .seen(show::gram);
    PRIVATE = Term::new(
        "Private weight",
        "w",
        "The private term lets a word count by itself, wherever it lies; shares count it as the component words. With weight 0 the model cannot distinguish two words at one place.",
        "S = M k M^T + w M M^T",
        private,
    )
    .parameter(&["private"], "Raising w makes the model more like a plain bag of words; lowering it trusts the positions.")
    .of(FIELDS)
    .seen(show::parameters);
    ALIKE = Term::new(
        "Words spelled alike",
        "w",
        "Names and numbers are often the same in two languages. The weight w counts such words as one word on both sides, wherever \
         they lie.",
        "S = M k M^T + w M M^T, over words spelled alike",
        private,
    )
    .parameter(&["private"], "Raising w matches documents more by the words they share; lowering it trusts the positions.")
    .of(&[TaskKind::Pairs])
    .seen(show::parameters);
    COMPONENTS = Term::new(
        "Components",
        "w_b",
        "The kernel of documents may be a sum over the map, the words themselves, vectors from text, and given vectors. Only the \
         map moves and is drawn; the caption states its part in the decisions, or in the similarities of pairs.",
        "S = Σ_b w_b unit(M k_b M^T)",
        components,
    )
    .parameter(
        &["map_weight", "identity_weight", "spectral_weight", "given_weight"],
        "Raising one weight lets its component decide more; a weight of 0 leaves the component out.",
    )
    .seen(show::parameters);
    POSITION = Term::new(
        "Latent position",
        "x",
        "Each word is a point in a space that the model learns. Words that mean the same for the task end up close together.",
        "x_l = (x_l1, …, x_lq)",
        position,
    )
    .seen(show::word)
    .taught("forces");
    DIMENSIONS = Term::new(
        "Latent dimensions",
        "q",
        "q is the number of coordinates of each word. Two or three can be drawn as they are; more are projected.",
        "X has V rows and q columns",
        dimensions,
    )
    .parameter(&["q"], "More dimensions fit the data better and take longer; fewer are easier to see.")
    .seen(show::parameters);
    EFFECTIVE = Term::new(
        "Effective dimension",
        "",
        "The effective dimension counts the directions in which the words really spread. It is q for an even cloud and 1 for words on \
         a line.",
        "(Σ_a σ_a²)² / Σ_a σ_a⁴, with the singular values σ of X",
        effective,
    )
    .seen(show::parameters);
}

fn kernel(workspace: &Workspace) -> Option<String> {
    let (kernel, latent) = (values::ldk(workspace)?.embedding, values::latent(workspace)?);
    let [a, b] = [values::word(workspace)?, values::other_word(workspace)?];
    let squared: f64 = latent.row(a).iter().zip(latent.row(b)).map(|(a, b)| (a - b).powi(2)).sum();
    let dot = latent.row(a).dot(&latent.row(b));
    let value = match kernel {
        Embedding::Rbf { gamma } => {
            let value = (-0.5 * gamma * squared).exp();
            format!("exp(-{}/2 · {}) = {}", values::number(gamma), values::number(squared), values::number(value))
        }
        Embedding::Linear => format!("x · x' = {}", values::number(dot)),
        Embedding::Polynomial { offset, degree, divisor } => {
            let value: f64 = std::iter::repeat_n((dot + offset) / divisor, degree).product();
            let unit =
                if divisor.to_bits() == 1.0_f64.to_bits() { String::new() } else { format!(" / {}", values::number(divisor)) };
            format!("((x · x' + {}){unit})^{degree} = {}", values::number(offset), values::number(value))
        }
        Embedding::Identity => "0, since the identity kernel has no positions".to_owned(),
    };
    Some(format!("{} and {}: k = {value}", values::quoted(workspace, a), values::quoted(workspace, b)))
}

fn gamma(workspace: &Workspace) -> Option<String> {
    let embedding = values::ldk(workspace)?.embedding;
    let Some(gamma) = embedding.gamma() else {
        return Some(format!("γ: none, the words are compared by the {} kernel", embedding.choice().label));
    };
    let half = (2.0 * std::f64::consts::LN_2 / gamma).sqrt();
    Some(format!("γ = {}: words at distance {} have k = 0.5", values::number(gamma), values::number(half)))
}

fn mean(workspace: &Workspace) -> Option<String> {
    let (dataset, document) = (values::dataset(workspace)?, values::document(workspace)?);
    let (word, weight) = dataset.weights.entries(document).max_by(|a, b| a.1.total_cmp(&b.1))?;
    let count = dataset.weights.row(document).0.len();
    let (title, word) = (values::title(workspace, document), values::quoted(workspace, word));
    Some(format!("{title}: {count} different words, most weight M = {} on {word}", values::number(weight)))
}

fn gram(workspace: &Workspace) -> Option<String> {
    let n = values::dataset(workspace)?.corpus.len();
    let size = format!("{n} × {n} documents");
    let pair: Vec<usize> = values::documents(workspace).take(2).collect();
    let Some([ab, aa, _]) = pair.try_into().ok().and_then(|pair| values::kernel_of(workspace, pair)) else { return Some(size) };
    let [a, b] = [0, 1].map(|place| values::documents(workspace).nth(place).unwrap_or_default());
    let [title, other] = [a, b].map(|document| values::title(workspace, document));
    Some(format!("{size}; {title} with {other}: {}, with itself: {}", values::number(ab), values::number(aa)))
}

fn level2(workspace: &Workspace) -> Option<String> {
    let kernel = values::ldk(workspace)?.level2;
    Some(format!("chosen: {}; two documents with S = 0.5 have K = {}", kernel.choice().label, values::number(half(kernel))))
}

/// The kernel of two documents of unit length with inner product one half.
fn half(kernel: Level2) -> f64 {
    kernel.value(0.5, 1.0, 1.0)
}

fn curved(workspace: &Workspace, kernel: Level2) -> Option<String> {
    let now = values::ldk(workspace)?.level2;
    let chosen = if now == kernel { "chosen".to_owned() } else { format!("not chosen (now {})", now.choice().label) };
    Some(format!("{chosen}; two documents of unit length with S = 0.5 have K = {}", values::number(half(kernel))))
}

fn private(workspace: &Workspace) -> Option<String> {
    let ldk = values::ldk(workspace)?;
    let shared = values::snapshot(workspace)?.matched().and_then(|matched| matched.fitted.spelled_alike());
    let count = shared.map_or_else(String::new, |(alike, _)| format!(", {} words spelled alike", alike.count()));
    Some(format!("w = {}{count}", values::number(ldk.private)))
}

fn components(workspace: &Workspace) -> Option<String> {
    let parts = &workspace.field.scene.as_ref()?.parts;
    let part = |(source, part): &(Source, f64)| format!("{} {:.0} %", source.label(), 100.0 * part);
    let held: Vec<String> = parts.iter().map(part).collect();
    let of = if values::dataset(workspace)?.corpus.task.pairs().is_some() { "similarities" } else { "decisions" };
    Some(if held.is_empty() { "map: the only component".to_owned() } else { format!("{of}: {}", held.join(", ")) })
}

fn position(workspace: &Workspace) -> Option<String> {
    let (word, latent) = (values::word(workspace)?, values::latent(workspace)?);
    let first: Vec<String> = latent.row(word).iter().take(3).map(|&x| values::number(x)).collect();
    let more = if latent.ncols() > first.len() { ", …" } else { "" };
    Some(format!("{}: x = ({}{more})", values::quoted(workspace, word), first.join(", ")))
}

fn dimensions(workspace: &Workspace) -> Option<String> {
    let (words, q) = values::latent(workspace)?.dim();
    Some(format!("q = {q}: {words} words × {q} coordinates"))
}

fn effective(workspace: &Workspace) -> Option<String> {
    let (q, scene) = (values::latent(workspace)?.ncols(), workspace.field.scene.as_ref()?);
    Some(format!("{} of q = {q}", values::number(scene.dimension)))
}
