//! Tests of the occurrences of words.

use super::{studies::trained, *};
use crate::{Choose, DocumentFilter, LineOrder, Lines, LinesAction, LinesOf, Members};

fn lines(workspace: &mut Workspace, of: LinesOf) -> Result<Arc<Lines>, String> {
    let effects = update(workspace, Action::Study(StudyAction::Lines(LinesAction::List(of))));
    let query = effects.iter().find_map(|effect| if let Effect::Run(query) = effect { Some(query) } else { None });
    update(workspace, query.expect("a question").clone().answer());
    let study = &workspace.concordance.study;
    study.found().cloned().ok_or_else(|| study.problem().expect("why").to_owned())
}

#[test]
fn every_occurrence_of_a_word_has_a_line() {
    let mut workspace = trained(Builtin::Topics, ModelKind::Smm, &[]);
    let dataset = workspace.corpus.dataset.clone().expect("a dataset");
    let most = (0..dataset.words.len()).max_by_key(|&word| dataset.document_frequency[word]).expect("a word");
    let other = (most + 1) % dataset.words.len();
    for of in [LinesOf::Word(most), LinesOf::Words(Arc::new(Members::of(dataset.words.len(), [most, other])))] {
        let words = of.words();
        let found = lines(&mut workspace, of).expect("lines");
        let counted: f64 = (0..dataset.corpus.len())
            .flat_map(|i| dataset.counts.entries(i).collect::<Vec<_>>())
            .filter(|(word, _)| words.contains(word))
            .map(|(_, count)| count)
            .sum();
        assert_eq!(found.lines.len(), counted as usize, "as many lines as the counts say");
        for line in &found.lines {
            let text = &dataset.corpus.texts[line.document];
            assert_eq!(
                (&text[line.at.clone()], line.middle.to_lowercase()),
                (line.middle.as_str(), dataset.words[line.word].clone())
            );
        }
    }
    for (order, _) in LineOrder::ALL {
        update(&mut workspace, Action::Study(StudyAction::Lines(LinesAction::Order(order))));
        let study = &workspace.concordance;
        let found = study.study.found().expect("lines");
        let mut places = study.places().to_vec();
        let shown = |place: &u32| &found.lines[*place as usize];
        match order {
            LineOrder::Class => assert!(places.is_sorted_by_key(|place| dataset.corpus.labels[shown(place).document])),
            LineOrder::Word => assert!(places.is_sorted_by_key(|place| shown(place).middle.to_lowercase())),
            _ => {}
        }
        places.sort_unstable();
        assert_eq!(places, (0..found.lines.len() as u32).collect::<Vec<_>>());
    }
}

/// Sets the text filter of the documents and answers its job.
fn filter(workspace: &mut Workspace, text: &str) {
    let filter = DocumentFilter { text: text.to_owned(), ..DocumentFilter::default() };
    for effect in update(workspace, Action::Choose(Choose::Filter(filter))) {
        if let Effect::Run(job) = effect {
            update(workspace, job.answer());
        }
    }
}

#[test]
fn the_filter_of_the_documents_limits_the_lines() {
    let mut workspace = trained(Builtin::Topics, ModelKind::Smm, &[]);
    let dataset = workspace.corpus.dataset.clone().expect("a dataset");
    let most = (0..dataset.words.len()).max_by_key(|&word| dataset.document_frequency[word]).expect("a word");
    let all = lines(&mut workspace, LinesOf::Word(most)).expect("lines").lines.len();
    let found = Arc::clone(workspace.concordance.study.found().expect("lines"));
    let class = |place: &u32| dataset.corpus.labels[found.lines[*place as usize].document];
    let of_first = (0..all as u32).filter(|place| class(place) == 0).count();
    let text = format!("class = \"{}\"", dataset.corpus.classes[0]);
    filter(&mut workspace, &text);
    let listed = workspace.concordance.places();
    assert!(listed.iter().all(|place| class(place) == 0), "{text}");
    assert_eq!(listed.len(), of_first);
    filter(&mut workspace, "");
    assert_eq!(workspace.concordance.places().len(), all);
}

#[test]
fn an_occurrence_opens_its_document_and_the_words_stay_listed() {
    let mut workspace = trained(Builtin::Topics, ModelKind::Smm, &[]);
    update(&mut workspace, Action::Look(Look::Select(Focus::Word(4))));
    let of = workspace.lines_of().expect("a word");
    let found = lines(&mut workspace, of.clone()).expect("lines");
    let line = &found.lines[0];
    update(&mut workspace, Action::Study(StudyAction::Lines(LinesAction::Open(line.document, line.at.clone()))));
    assert_eq!((workspace.choices.focus, workspace.layout.tab), (Focus::Document(line.document), Tab::Documents));
    assert_eq!(workspace.concordance.opened, Some((line.document, line.at.clone())));
    assert_eq!(workspace.lines_of(), Some(of), "a document looked at does not empty the list");
}

#[test]
fn the_line_of_a_pair_includes_the_partner_s_most_similar_word() {
    let mut workspace = trained(Builtin::Pairs, ModelKind::Matching, &[]);
    let dataset = workspace.corpus.dataset.clone().expect("a dataset");
    let x = workspace.run.snapshot.as_ref().expect("a snapshot").latent().unwrap().clone();
    let word = (0..dataset.source_words).max_by_key(|&word| dataset.document_frequency[word]).expect("a word");
    let found = lines(&mut workspace, LinesOf::Word(word)).expect("lines");
    let pairs = dataset.corpus.task.pairs().expect("pairs");
    let apart = |other: usize| (&x.row(word) - &x.row(other)).mapv(|d| d * d).sum();
    let mut seen = 0;
    for (line, partner) in found.lines.iter().zip(&found.partners) {
        let Some(partner) = partner else { continue };
        assert_eq!(pairs.partner[line.document], Some(partner.document));
        assert!(dataset.counts.entries(partner.document).all(|(other, _)| apart(other) >= apart(partner.word)));
        seen += 1;
    }
    assert!(seen > 0 && found.lines.len() == found.partners.len());
    assert_eq!(workspace.lines_iteration(&found), None);
    let mut moved = (**workspace.run.latest.as_ref().expect("a snapshot")).clone();
    Arc::make_mut(&mut moved.embedding.as_mut().unwrap().latent).mapv_inplace(|x| -x);
    moved.documents.x = Arc::clone(&moved.embedding.as_ref().unwrap().latent);
    moved.iteration += 30;
    let run = workspace.run.id;
    update(&mut workspace, Action::Trainer(run, TrainerUpdate::Snapshot(Arc::new(moved))));
    assert_eq!(workspace.lines_iteration(&found), Some(20), "of words as they lay then");
    let found = lines(&mut workspace, LinesOf::Word(word)).expect("lines");
    assert_eq!(workspace.lines_iteration(&found), None, "listed again");
}

#[test]
fn counted_words_have_no_lines_and_a_message() {
    let mut workspace = trained(Builtin::Topics, ModelKind::Smm, &[]);
    let dataset = workspace.corpus.dataset.clone().expect("a dataset");
    let corpus = Corpus { counted: true, ..(*dataset.corpus).clone() };
    workspace.corpus.dataset = Some(Arc::new(Dataset { corpus: Arc::new(corpus), ..(*dataset).clone() }));
    assert!(lines(&mut workspace, LinesOf::Word(0)).expect_err("no text").contains("word counts only"));
}
