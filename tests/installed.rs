//! What is installed beside the program: completions and manual pages know every command.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::process::Command;

use rota_cli::Exit;
use rota_tests::command::rota;
use rota_tests::folder::Folder;

/// The commands that the help lists.
fn commands() -> Vec<String> {
    let help = rota("--help").out;
    let (_, listed) = help.split_once("Commands:\n").unwrap();
    let lines = listed.lines().take_while(|line| !line.is_empty());
    // What an explanation goes on with stands further in.
    let commands =
        lines.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    commands.map(str::to_owned).collect()
}

#[test]
fn every_shell_completes_every_command() {
    let commands = commands();
    assert!(commands.len() > 10 && commands.iter().any(|command| command == "fmt"), "{commands:?}");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = rota(&format!("completions {shell}"));
        assert_eq!((script.exit, script.err.as_str()), (Exit::Fine, ""), "{shell}");
        let missing: Vec<&String> =
            commands.iter().filter(|command| !script.out.contains(*command)).collect();
        assert!(missing.is_empty(), "{shell} knows nothing of {missing:?}");
    }
    assert_eq!(rota("completions cmd").exit, Exit::CouldNot);
}

#[cfg(unix)]
#[test]
fn bash_reads_its_script_and_completes() {
    let folder = Folder::with("completions", &[("rota.bash", &rota("completions bash").out)]);
    let script = folder.file("rota.bash");
    // What a shell does where somebody has typed `rota ch` or `rota fmt --ch` and presses the key.
    for (typed, before, completed) in [("ch", "rota", "check"), ("--ch", "fmt", "--check")] {
        let words = if before == "rota" { format!("rota {typed}") } else { format!("rota {before} {typed}") };
        let last = words.split(' ').count() - 1;
        let line = format!(
            "set -eu; source '{script}'; COMP_WORDS=({words}); COMP_CWORD={last}; \
             _rota rota '{typed}' '{before}'; echo \"${{COMPREPLY[@]}}\""
        );
        let Ok(outcome) = Command::new("bash").args(["--norc", "-c", &line]).output() else { return };
        let (out, err) = (String::from_utf8_lossy(&outcome.stdout), String::from_utf8_lossy(&outcome.stderr));
        assert!(outcome.status.success(), "{err}");
        assert_eq!(out.trim(), completed, "{err}");
    }
}

#[test]
fn every_command_has_its_page() {
    let folder = Folder::new("man");
    let outcome = rota(&format!("man --out {}", folder.file("man1")));
    assert_eq!((outcome.exit, outcome.err.as_str()), (Exit::Fine, ""));
    let whole = fs::read_to_string(folder.file("man1/rota.1")).unwrap();
    for command in commands() {
        let page = fs::read_to_string(folder.file(&format!("man1/rota-{command}.1"))).unwrap();
        assert!(page.contains(".TH") && page.contains(&format!("rota\\-{command}")), "{page}");
        assert!(whole.contains(&command), "rota.1 says nothing of {command}");
        assert!(outcome.out.contains(&format!("rota-{command}.1\n")));
    }
    let file = folder.file("file");
    fs::write(&file, "").unwrap();
    let refused = rota(&format!("man --out {file}"));
    assert_eq!((refused.exit, refused.out.as_str()), (Exit::CouldNot, ""));
}
