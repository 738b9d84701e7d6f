//! How deep and how long a text may be: checked before it is parsed, so that no text can make the parser
//! slow or run out of stack.

use rota_source::{Diagnostic, Span};

use crate::constructs::joins;
use crate::lexer::{Token, TokenKind};

/// The longest file, in bytes.
pub(crate) const LONGEST_FILE: usize = 1 << 20;

/// How deep parentheses, braces, `if` and signs before an operand may nest.
const DEEPEST: usize = 64;

/// How many operators may follow one another, nested expressions included: the tree leans to the left.
const TALLEST: usize = 256;

/// What is known of the text between a bracket and the present token.
#[derive(Default)]
struct Level {
    /// `if`s and signs that are open in the present expression.
    chain: usize,
    /// Operators of the present expression.
    links: usize,
    /// The tallest bracket of the present expression.
    tallest: usize,
    /// The tallest expression before.
    past: usize,
    /// What the levels around it have open.
    carried: usize,
}

impl Level {
    fn height(&self) -> usize {
        self.past.max(self.links + self.tallest)
    }

    /// Begins the next expression.
    fn cut(&mut self) {
        self.past = self.height();
        (self.chain, self.links, self.tallest) = (0, 0, 0);
    }
}

/// Returns the first place that is too deep.
pub(crate) fn check(source: &str, tokens: &[Token], base: u32) -> Option<Diagnostic> {
    let mut levels = vec![Level::default()];
    // Sums over the levels below the last, to stay linear.
    let mut below = 0;
    let mut signs = 0;
    let mut operand_before = false;
    let mut after_else = false;
    for token in tokens.iter().filter(|token| token.kind != TokenKind::Comment) {
        let text = token.text(source);
        let joining = token.kind == TokenKind::Word && joins(text);
        let Some(level) = levels.last_mut() else { break };
        match text {
            "(" | "{" | "[" => {
                // The braces of an `if` are no second level.
                let block = text == "{" && operand_before && level.chain > 0;
                let carried = level.chain + signs - usize::from(block);
                below += carried;
                signs = 0;
                levels.push(Level { carried, ..Level::default() });
                operand_before = false;
            }
            ")" | "}" | "]" => {
                let (height, carried) = (level.height() + 1, level.carried);
                if levels.len() > 1 {
                    levels.pop();
                }
                below -= carried;
                if let Some(parent) = levels.last_mut() {
                    parent.tallest = parent.tallest.max(height);
                }
                signs = 0;
                operand_before = true;
            }
            "if" => {
                if operand_before && !after_else {
                    level.cut();
                }
                level.chain += 1;
                level.links += 1;
                operand_before = false;
            }
            "not" | "-" => {
                signs += 1;
                level.links += 1;
                operand_before = false;
            }
            "," | ":" => {
                level.cut();
                signs = 0;
                operand_before = false;
            }
            _ if joining || token.kind == TokenKind::Sign => {
                level.links += 1;
                signs = 0;
                operand_before = text == "pts";
            }
            _ => {
                if operand_before {
                    level.cut();
                }
                signs = 0;
                operand_before = true;
            }
        }
        after_else = text == "else";
        let Some(level) = levels.last() else { break };
        if levels.len() - 1 + below + level.chain + signs > DEEPEST {
            return Some(too_deep(token, base, "nested too deep", DEEPEST, "levels of nesting"));
        }
        if level.links + level.tallest > TALLEST {
            return Some(too_deep(token, base, "too long an expression", TALLEST, "operators"));
        }
    }
    None
}

fn too_deep(token: &Token, base: u32, message: &str, limit: usize, what: &str) -> Diagnostic {
    Diagnostic::error("syntax::too-deep", message)
        .at(Span::new(token.at.clone()).shifted(base), "here it becomes too much")
        .help(format!("at most {limit} {what} are read; give a part a name of its own with `let` or `value`"))
}
