//! Commands `wordfield completions` and `wordfield man`, which print shell completions and manual pages.

use std::{fs, path::PathBuf};

use anyhow::Context;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::{Cli, Usage, output};

/// Arguments of `completions`.
#[derive(Args, Debug)]
pub(super) struct CompletionsArgs {
    /// Shell that reads them
    #[arg(value_enum)]
    shell: Shell,
}

/// Arguments of `man`.
#[derive(Args, Debug)]
pub(super) struct ManArgs {
    /// Folder for the pages, one file a subcommand; it is made if it is missing
    #[arg(long, value_name = "FOLDER", required = true)]
    out: PathBuf,
}

/// Runs `completions`: prints the completions for a shell.
pub(super) fn completions(args: &CompletionsArgs) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), env!("CARGO_PKG_NAME"), &mut script);
    output::results(&script)?;
    Ok(())
}

/// Runs `man`: writes a page for the program and each subcommand: `wordfield.1`, `wordfield-train.1`, `wordfield-train-smm.1`, ….
pub(super) fn man(args: &ManArgs) -> anyhow::Result<()> {
    if args.out.exists() && !args.out.is_dir() {
        return Err(Usage(format!("--out {}: is a file: name a folder", args.out.display())).into());
    }
    fs::create_dir_all(&args.out)
        .and_then(|()| clap_mangen::generate_to(Cli::command(), &args.out))
        .with_context(|| format!("{} cannot be written: choose another folder", args.out.display()))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::Command;

    use super::*;

    /// Command with its subcommands, by the names of their manual pages, as in `wordfield-train-smm`.
    fn named(command: &Command, name: &str, into: &mut Vec<(String, Command)>) {
        into.push((name.to_owned(), command.clone()));
        for below in command.get_subcommands() {
            named(below, &format!("{name}-{}", below.get_name()), into);
        }
    }

    fn commands() -> Vec<(String, Command)> {
        let mut commands = Vec::new();
        named(&Cli::command(), "wordfield", &mut commands);
        commands
    }

    #[test]
    fn every_subcommand_has_its_page_with_all_its_options() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("man/man1");
        man(&ManArgs { out: out.clone() }).unwrap();
        let commands = commands();
        assert!(commands.iter().any(|(name, _)| name == "wordfield-train-smm"));
        assert_eq!(fs::read_dir(&out).unwrap().count(), commands.len());
        for (name, command) in commands {
            let page = fs::read_to_string(out.join(format!("{name}.1"))).unwrap().replace('\\', "");
            assert!(page.contains(&format!(".TH {name} 1")), "{name}");
            for option in
                command.get_arguments().filter(|argument| !argument.is_hide_set()).filter_map(|option| option.get_long())
            {
                assert!(page.contains(&format!("--{option}")), "{name}: --{option}");
            }
        }
    }

    #[test]
    fn every_shell_completes_every_subcommand() {
        for shell in [Shell::Bash, Shell::Elvish, Shell::Fish, Shell::PowerShell, Shell::Zsh] {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "wordfield", &mut script);
            let script = String::from_utf8(script).unwrap();
            for (name, command) in commands() {
                assert!(script.contains(command.get_name()), "{shell}: {name}");
            }
        }
    }
}
