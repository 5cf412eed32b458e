//! Checks of the system around the window: its display and libraries, and termination signals.
//! Messages of the checks replace a panic inside the window library.

use std::sync::atomic::{AtomicBool, Ordering};

use eframe::egui::{Context, ViewportCommand, ViewportId};
use parking_lot::Mutex;

/// Exit code if the window did not close on a termination signal.
const ENDED_BY_SIGNAL: i32 = 130;

/// Remedy in the message that no window can be opened.
pub(super) const REMEDY: &str = "check that a display is there and that it offers OpenGL 2.1 or Vulkan, or use the subcommands \
                          train, predict and match, which need no window";

/// Libraries that the window library loads at run time under X11, with their Debian packages.
#[cfg(target_os = "linux")]
const LIBRARIES: [(&str, &str); 5] = [
    ("libX11.so.6", "libx11-6"),
    ("libX11-xcb.so.1", "libx11-xcb1"),
    ("libXcursor.so.1", "libxcursor1"),
    ("libXi.so.6", "libxi6"),
    ("libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
];

/// Installs handlers of termination signals (SIGTERM, SIGINT, SIGHUP).
/// The first signal closes the window like its close button; a second signal ends the program immediately.
pub(super) fn close_on_signal(ctx: &Context) {
    static SHOWN: Mutex<Option<Context>> = Mutex::new(None);
    let replaced = SHOWN.lock().replace(ctx.clone());
    if replaced.is_some() {
        // A handler installed for an earlier, failed renderer also finds the new window.
        return;
    }
    let end_requested = AtomicBool::new(false);
    let heard = ctrlc::set_handler(move || {
        if end_requested.swap(true, Ordering::Relaxed) {
            std::process::exit(ENDED_BY_SIGNAL);
        }
        if let Some(ctx) = &*SHOWN.lock() {
            ctx.send_viewport_cmd_to(ViewportId::ROOT, ViewportCommand::Close);
            ctx.request_repaint();
        }
    });
    if let Err(error) = heard {
        log::warn!("No signal handler ({error}): close the window with its button");
    }
}

/// Checks that there is a display, and the libraries needed for it.
///
/// # Errors
/// If a part is missing; the error names it and the package to install.
#[cfg(target_os = "linux")]
pub(super) fn check() -> anyhow::Result<()> {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if set("WAYLAND_DISPLAY") || set("WAYLAND_SOCKET") {
        return Ok(());
    }
    anyhow::ensure!(
        set("DISPLAY"),
        "there is no display: log in to a desktop, run under a virtual one (xvfb-run -a wordfield), or use the \
         subcommands train, predict and match, which need no window"
    );
    missing(&linux::known_libraries())
}

/// Accepts every system on which no check is needed.
///
/// # Errors
/// Never returns an error, since these systems have no checks.
#[cfg(not(target_os = "linux"))]
#[expect(clippy::unnecessary_wraps, reason = "the check of another system can fail")]
pub fn check() -> anyhow::Result<()> {
    Ok(())
}

/// Returns an error if a library is certainly missing; an unreadable list of libraries is no evidence.
#[cfg(target_os = "linux")]
fn missing(known: &[String]) -> anyhow::Result<()> {
    if known.is_empty() {
        return Ok(());
    }
    let packages: Vec<&str> = LIBRARIES
        .iter()
        .filter(|(library, _)| !known.iter().any(|known| known == library))
        .map(|&(_, package)| package)
        .collect();
    anyhow::ensure!(
        packages.is_empty(),
        "the window needs libraries that are not installed: sudo apt-get install {}",
        packages.join(" ")
    );
    Ok(())
}

#[cfg(target_os = "linux")]
mod linux {
    use std::{fs, path::PathBuf};

    /// Names of the files in the loader's library folders; empty if none can be read.
    pub(super) fn known_libraries() -> Vec<String> {
        let mut folders: Vec<PathBuf> = ["/lib", "/usr/lib", "/lib64", "/usr/lib64", "/usr/local/lib"].map(PathBuf::from).into();
        for triple in ["x86_64", "aarch64", "riscv64"].map(|architecture| format!("{architecture}-linux-gnu")) {
            folders.push(PathBuf::from("/lib").join(&triple));
            folders.push(PathBuf::from("/usr/lib").join(&triple));
        }
        if let Some(own) = std::env::var_os("LD_LIBRARY_PATH") {
            folders.extend(std::env::split_paths(&own));
        }
        let names = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
        let names: Vec<String> = names.filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned())).collect();
        // Without the C library in the standard folders, the libraries of the system are in unknown folders.
        if names.iter().any(|name| name == "libc.so.6") { names } else { Vec::new() }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_missing_library_is_named_by_its_package() {
        let known = |without: &str| -> Vec<String> {
            let names = LIBRARIES.iter().map(|(library, _)| (*library).to_owned());
            names.filter(|library| library != without).collect()
        };
        assert!(missing(&known("")).is_ok());
        let message = missing(&known("libxkbcommon-x11.so.0")).expect_err("a missing library").to_string();
        assert!(message.ends_with("apt-get install libxkbcommon-x11-0"), "{message}");
    }

    #[test]
    fn libraries_outside_the_usual_folders_are_accepted() {
        assert!(missing(&[]).is_ok());
    }
}
