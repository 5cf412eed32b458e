//! Tests that a program killed while it saves leaves the last or the next complete session.

use std::{
    env,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use super::common::{View, run, session};
use wordfield_session::{Session, read, write};

/// Environment variable with the path of the file that [`writer`] saves to.
const FILE: &str = "WORDFIELD_SAVED_SESSION";

/// The killed program: saves sessions with ascending numbers, and reports each when it is saved.
/// The test starts it in a process of its own, with the path of the file; without the path nothing is saved.
#[test]
fn writer() {
    let Some(path) = env::var_os(FILE).map(PathBuf::from) else { return };
    let first = read::<View>(&path).map_or(0, |session| session.view.number + 1);
    let runs = vec![run(0, 200, 2, 40, 1)];
    for number in first.. {
        write(&path, &session(number, 200, runs.clone())).expect("saved");
        println!("saved {number}");
        std::io::stdout().flush().expect("a reader");
    }
}

fn start(path: &Path) -> Child {
    let own = env::current_exe().expect("the test program");
    let mut command = Command::new(own);
    command.args(["--exact", "killed::writer", "--nocapture"]).env(FILE, path);
    command.stdout(Stdio::piped()).spawn().expect("a process")
}

/// Kills the writer `times` times, at moments spread over many writes.
fn kill(times: u64) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("work.wordfield-session");
    for time in 0..times {
        let mut writer = start(&path);
        let lines = BufReader::new(writer.stdout.take().expect("a pipe"));
        let mut saved = lines.lines().map_while(Result::ok).filter_map(|line| line.strip_prefix("saved ")?.parse::<u64>().ok());
        // After the first report the moments cover every step of the next writes.
        let mut last = saved.next().expect("a first session");
        thread::sleep(Duration::from_micros(time * 7919 % 20_000));
        writer.kill().expect("killed");
        writer.wait().expect("ended");
        last = saved.last().unwrap_or(last);
        let found: Session<View> = read(&path).unwrap_or_else(|error| panic!("kill {time}: {error}"));
        let number = found.view.number;
        assert!(number == last || number == last + 1, "kill {time}: session {number} after {last} was saved");
        assert_eq!(found.runs[0].history.len(), 40, "kill {time}");
    }
    write(&path, &session(0, 0, Vec::new())).expect("saved");
    let left = std::fs::read_dir(folder.path()).expect("the folder").count();
    assert_eq!(left, 1, "the next writing removes temporary files");
}

#[test]
fn thirty_kills_lose_nothing() {
    kill(30);
}

#[test]
#[ignore = "takes a minute: a step of .ci/run"]
fn a_thousand_kills_lose_nothing() {
    kill(1000);
}
