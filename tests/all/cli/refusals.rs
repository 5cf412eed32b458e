//! Errors in files and on the command line: exit code, line or option named, remedy.

use std::fs;

use super::{corpus, damage, expect, trained};

#[test]
fn bad_files_exit_with_1_and_name_the_file_and_the_remedy() {
    let folder = trained();
    let here = folder.path();
    fs::write(here.join("one.txt"), "tree\toak elm\ntree\tbirch\n").unwrap();
    let own = |n| format!("P{n:03}\toak elm\n");
    fs::write(here.join("ids.txt"), (0..80).map(own).collect::<String>()).unwrap();
    fs::write(here.join("notab.txt"), "tree\toak elm\nno tab here\nmusic\tflute\n").unwrap();
    fs::write(here.join("empty.txt"), "").unwrap();
    fs::write(here.join("moons.sandbox"), "{\"sets\": []}\n").unwrap();
    fs::write(here.join("latin.txt"), b"caf\xe9 oak\n").unwrap();
    fs::write(here.join("open.csv"), "text,label\noak,tree\n\"elm,tree\npump,tool\n").unwrap();
    fs::write(here.join("other.json"), "{\"a\": 1}\n").unwrap();
    damage(here, "model.json.gz");
    fs::write(
        here.join("newer.json"),
        "{\"format\":\"wordfield-model\",\"version\":99,\"program_version\":\"9.0.0\",\"surprise\":1}\n{}\n",
    )
    .unwrap();
    for (arguments, file, remedy) in [
        ("train smm --corpus none.txt", "none.txt", "check the path"),
        ("train smm --corpus empty.txt", "empty.txt", "choose a file"),
        ("train smm --corpus moons.sandbox", "moons.sandbox: this is a state of the sandbox", "`wordfield moons.sandbox`"),
        ("train smm --corpus one.txt", "one.txt", "class"),
        ("train smm --corpus ids.txt", "ids.txt", "name the column of the class"),
        ("train smm --corpus notab.txt --format lines", "notab.txt:2", "write `class<TAB>text`"),
        ("train smm --corpus small.txt --train 50 --dev 40", "small.txt", "smaller"),
        ("train smm --corpus small.txt --threshold 31 --train 30", "small.txt", "lower the"),
        ("train smm --corpus small.txt --stop-words nowhere.txt", "nowhere.txt", "choose a"),
        ("train smm --corpus small.txt --stop-words klingon", "klingon", "name a language such as german"),
        ("train smm --corpus small.txt --split other.json", "other.json", "give a report"),
        ("train smm --corpus small.txt --save no/such/model.json", "no/such/model.json", "make it first"),
        ("train smm --corpus small.txt --json .", ".", "name a file"),
        ("predict none.json --corpus small.txt", "none.json", "check that the file exists"),
        ("predict small.txt --corpus small.txt", "small.txt", "give a file written by"),
        ("predict other.json --corpus small.txt", "other.json", "give a file written by"),
        ("predict cut.json.gz --corpus small.txt", "cut.json.gz", "copy it again"),
        ("predict changed.json.gz --corpus small.txt", "changed.json.gz", "copy it again"),
        ("predict newer.json --corpus small.txt", "newer.json", "9.0.0 or later"),
        ("predict model.json.gz --corpus none.txt", "none.txt", "check the path"),
        ("predict model.json.gz --corpus notab.txt --format lines", "notab.txt:2", "--no-labels"),
        (
            "match model.json.gz --source small.txt --target small.txt",
            "model.json.gz",
            "wordfield predict model.json.gz --corpus",
        ),
        ("predict model.json.gz --corpus none.txt --no-labels", "none.txt", "check the path"),
        ("predict model.json.gz --corpus empty.txt --no-labels", "empty.txt", "one document a line"),
        ("predict model.json.gz --corpus latin.txt --no-labels --encoding utf-8", "latin.txt", "name another encoding"),
        ("predict model.json.gz --corpus open.csv --no-labels", "open.csv:3", "does not end"),
        ("predict model.json.gz --corpus small.txt --out no/such.tsv", "no/such.tsv", "make it first"),
        ("train smm --corpus small.txt --memory 100", "would take", "more than the 100 B allowed: allow more (--memory)"),
    ] {
        let (_, error) = expect(here, 1, arguments);
        assert!(error.contains("error: ") && error.contains(file) && error.contains(remedy), "{arguments}: {error}");
    }
}

#[test]
fn a_bad_command_line_exits_with_2() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("counts.svm", "1 1:2 3:1\n2 2:1 3:4\n1 1:1 2:1\n2 2:3 3:1\n");
    write("words", "oak\nelm\nfir\n");
    write("counts.csv", "document,class,word,count\na,x,oak,2\nb,y,elm,1\na,x,elm,1\nb,y,fir,3\n");
    write("tags.arff", "@relation t\n@attribute w {0,1}\n@attribute t {0,1}\n@data\n{0 1,1 1}\n");
    write("tags.xml", "<labels><label name=\"t\"/></labels>\n");
    write("rated.txt", "4\ttitle\tgood oak\n2\ttitle\tbad elm\n");
    for (arguments, remedy) in [
        ("train smm", "--corpus"),
        ("train smm --corpus counts.svm --vocabulary words --stop-words english", "--stop-words has no effect: LIBSVM lines"),
        ("train smm --corpus counts.svm --vocabulary words --compare min-length=2,3", "--min-length has no effect: LIBSVM lines"),
        ("train smm --corpus counts.csv --stemmer english", "--stemmer has no effect: CSV of document, class, word, count"),
        ("train smm --corpus counts.csv --text-column word", "--text-column has no effect: CSV of document"),
        ("train match --pairs tags.arff --format arff --target-min-length 2", "--target-min-length has no effect: ARFF"),
        ("train smm --corpus small.txt --format lines --label-column class", "leave the option out, or choose another --format"),
        ("train gp --corpus rated.txt --format rated --target stars", "--target has no effect: rating TAB title TAB text lines"),
        ("train linear-svm --corpus small.txt --iterations 3", "solved in one iteration"),
        ("train ridge --corpus rated.txt --iterations 3", "solved in one iteration"),
        ("train lasso --corpus rated.txt --iterations 3", "solved in one iteration"),
        ("train smm --corpus small.txt --set frozen=true --iterations 3", "nothing is learned by iterating"),
        ("train smm --corpus small.txt --set frozen=true --patience 3", "nothing is learned by iterating"),
        ("train smm --corpus small.txt --set embedding=identity --iterations 3", "nothing is learned by iterating"),
        ("train smm --corpus small.txt --train 120%", "60%"),
        ("train smm --corpus small.txt --q 301", "from 1 to 300"),
        ("train smm --corpus small.txt --memory 0G", "6G"),
        ("train smm --corpus small.txt --set gamma", "key=value"),
        ("train smm --corpus small.txt --stemmer japanese", "turkish"),
        ("train smm --corpus small.txt --max-document 0", "--max-document"),
        ("train smm --corpus small.txt --set gamma=-1", "above 0"),
        ("train smm --corpus small.txt --set gammma=1", "start_scale"),
        ("train smm --corpus small.txt --q 3 --set q=4", "contradict each other"),
        ("train smm --corpus small.txt --q 3 --set Q=4", "contradict each other"),
        ("train smm --corpus small.txt --set c=2 --set c=3", "set it once"),
        ("train smm --corpus small.txt --set keep=0.2 --set word_keep_rate=0.3", "set it once"),
        ("train smm --corpus small.txt --set gamma=1 --set gamma_min=0.1", "gamma is not learned: set learn_gamma=true"),
        ("train smm --corpus small.txt --set identity_weight=1", "set decide_by=combined"),
        ("train knn --corpus small.txt --preset combined", "has no components"),
        ("train smm --corpus small.txt --set embedding=linear --set learn_kernel=true", "no number that could be learned"),
        ("train smm --corpus small.txt --set rate=0.3 --set frozen=true", "nothing is learned by steps"),
        ("train smm --corpus small.txt --set start=spectral --set start_scale=2", "keep their own lengths"),
        ("train smm --corpus small.txt --set converge=1e-3", "optimiser=adam has no test of convergence"),
        ("train smm --corpus small.txt --dev 0 --patience 3", "there is no development part"),
        ("train match --pairs small.txt --no-stratify", "pairs have no classes"),
        ("train knn --corpus small.txt --iterations 3", "solved in one iteration"),
        ("predict m.wordfield --corpus small.txt --no-labels --label-column class", "--no-labels"),
        ("train smm --corpus small.txt --iterations 0", "--iterations"),
        ("train smm --corpus small.txt --encoding klingon", "use a name such as"),
        ("train forest", "unrecognized subcommand"),
        ("predic", "neither a file nor a subcommand"),
        ("--theme pink", "light"),
    ] {
        let (_, error) = expect(folder.path(), 2, arguments);
        assert!(error.contains(remedy), "{arguments}: {error}");
    }
}

#[test]
fn a_split_belongs_to_one_corpus() {
    let folder = trained();
    let here = folder.path();
    let text = fs::read_to_string(here.join("small.txt")).unwrap();
    let run = |file: &str, code| expect(here, code, &format!("train smm --corpus {file} --iterations 1 --split report.json")).1;
    fs::write(here.join("moved.txt"), &text).unwrap();
    run("moved.txt", 0);
    fs::write(here.join("more.txt"), text.clone() + "tree\toak\n").unwrap();
    let error = run("more.txt", 1);
    assert!(error.contains("report.json") && error.contains("60 documents and more has 61"), "{error}");
    fs::write(here.join("others.txt"), text.replace("oak", "yew")).unwrap();
    let error = run("others.txt", 1);
    assert!(error.contains("its texts are not those of others") && error.contains("have a split drawn"), "{error}");
    // Report of an earlier version, without fingerprints of texts.
    let report = fs::read_to_string(here.join("report.json")).unwrap();
    let old: String = report.lines().filter(|line| !line.starts_with("  \"texts\"")).map(|line| line.to_owned() + "\n").collect();
    assert!(old.len() < report.len());
    fs::write(here.join("report.json"), old).unwrap();
    run("others.txt", 0);
    run("more.txt", 1);
}

#[test]
fn an_unknown_lesson_lists_the_known_ones() {
    let folder = tempfile::tempdir().unwrap();
    let (_, error) = expect(folder.path(), 2, "--lesson nowhere");
    assert!(error.contains("nowhere") && error.contains("tour, kernel") && error.contains("synonyms, forces"), "{error}");
}
