//! English words that carry grammar and hardly any subject.
//!
//! A short list on purpose: long lists in circulation also hold "computer", "fire", "group", "research" or "work",
//! which tell classes apart. Cost and memory: some hundred words, looked up in a set.

/// English stop words in lower case, separated by spaces.
pub(super) const ENGLISH: &str = "\
    a an the this that these those such same other another each every either neither both all any some no none \
    i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers \
    herself it its itself they them their theirs themselves one ones oneself who whom whose which what whoever \
    whatever whichever someone something anyone anything everyone everything nobody nothing \
    am is are was were be been being have has had having do does did doing done can could shall should will would may \
    might must ought cannot \
    and or but nor so yet if then else than as because since while whereas although though unless until whether \
    of in on at by for with without within about against between among into onto through throughout during before \
    after above below over under up down out off from to toward towards upon across along around behind beside \
    besides beyond near per via \
    not only also too very just even still again ever never always often sometimes rather quite almost already \
    here there where when why how however therefore thus hence moreover otherwise perhaps maybe \
    more most less least much many few several own enough \
    i'm i've i'd i'll we're we've we'd we'll you're you've you'd you'll he's he'd he'll she's she'd she'll it's it'd \
    it'll they're they've they'd they'll that's that'll there's here's what's who's who'd who'll where's when's why's \
    how's let's isn't aren't wasn't weren't hasn't haven't hadn't doesn't don't didn't can't couldn't shan't shouldn't \
    won't wouldn't mightn't mustn't needn't";

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_word_stands_once_and_in_lower_case() {
        let words: Vec<_> = ENGLISH.split_whitespace().collect();
        assert_eq!(words.iter().collect::<HashSet<_>>().len(), words.len());
        assert!(words.iter().all(|word| *word == word.to_lowercase()));
    }

    #[test]
    fn words_with_a_subject_stay() {
        let words: HashSet<_> = ENGLISH.split_whitespace().collect();
        for word in ["computer", "fire", "group", "research", "work", "system", "man", "home", "page"] {
            assert!(!words.contains(word), "{word}");
        }
    }
}
