//! `rota disasm`: what rules become.

use clap::Args;
use rota_source::did_you_mean;
use serde_json::json;

use crate::arguments::CompositionArguments;
use crate::console::{Console, SCHEMA_VERSION};
use crate::exit::{Exit, Failure};
use crate::packs::PackSelection;

/// Arguments of `rota disasm`.
#[derive(Debug, Args)]
pub(crate) struct DisasmArguments {
    /// The pack, and a part of the name of a rule, value or step to show only those
    #[arg(value_name = "PACK[@VARIANT][:RULE]")]
    pub pack: String,
    /// Set an option of the pack, over all variants
    #[arg(long, value_name = "OPTION=VALUE")]
    pub set: Vec<String>,
}

/// Prints the operations.
pub(crate) fn run(arguments: &DisasmArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let (pack, filter) = split(&arguments.pack);
    let selection = PackSelection::read(&CompositionArguments {
        set: arguments.set.clone(),
        ..CompositionArguments::of(pack)
    })?;
    let compiled = selection.compile(&[], 1, console)?;
    let program = compiled.rules.program();
    let names = program.functions.iter().map(|function| function.name.as_str());
    if !names.clone().any(|name| name.contains(filter)) {
        // Function names begin with what they are; people leave that out.
        let bare = names.map(|name| name.split_once(' ').map_or(name, |(_, bare)| bare));
        let help = did_you_mean(filter, bare).unwrap_or_else(|| "leave it out to see them all".to_owned());
        return Err(Failure::advised(format!("nothing in `{pack}` has `{filter}` in its name"), help));
    }
    let text = rota_bytecode::disassemble(program, Some(&compiled.sources), filter);
    if console.is_json() {
        // Functions are told apart by the empty line between them.
        let functions = text.split("\n\n").map(|listing| {
            let name = listing.lines().next().and_then(|line| line.split("  #").next()).unwrap_or_default();
            json!({ "name": name, "listing": listing })
        });
        let functions: Vec<_> = functions.collect();
        console.document(&json!({ "schema_version": SCHEMA_VERSION, "functions": functions }))?;
    } else {
        console.out.write_all(text.as_bytes())?;
    }
    Ok(Exit::Fine)
}

/// Splits off what follows the last colon, unless it belongs to a path.
fn split(given: &str) -> (&str, &str) {
    match given.rsplit_once(':') {
        Some((pack, filter)) if !filter.contains(['/', '\\']) => (pack, filter),
        _ => (given, ""),
    }
}
