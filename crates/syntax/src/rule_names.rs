//! What the rules of the grammar are called in a message.

use std::borrow::Cow;

use crate::constructs::CONSTRUCTS;
use crate::grammar::Rule;

/// What carries on an expression; named only where nothing else can stand.
pub(crate) const OPERATOR: &str = "an operator";

/// Returns what a rule is called.
pub(crate) fn name(rule: Rule) -> Cow<'static, str> {
    let named = NAMES.iter().find(|(named, _)| *named == rule).map(|(_, name)| *name);
    let construct = || CONSTRUCTS.iter().find(|construct| construct.rule == rule);
    match named.or_else(|| construct().map(|construct| construct.group.name())) {
        Some(name) => name.into(),
        None => format!("`{}`", fixed(rule).unwrap_or_default().trim_start_matches("kw_")).into(),
    }
}

macro_rules! fixed {
    (keywords: $($keyword:ident)*; signs: $($sign:ident $text:literal),*;) => {
        /// Returns the name of a keyword's rule, or the sign of a sign's, where it says nothing beyond its place.
        pub(crate) fn fixed(rule: Rule) -> Option<&'static str> {
            match rule {
                $(Rule::$keyword => Some(stringify!($keyword)),)*
                $(Rule::$sign => Some($text),)*
                _ => None,
            }
        }
    };
}

fixed! {
    keywords:
        kw_several kw_deck kw_row kw_fill kw_stack kw_show kw_pack kw_requires kw_players kw_tiles kw_printing kw_start kw_edge
        kw_meet kw_feature kw_site kw_adjoins kw_colour kw_sign kw_attr kw_trait kw_piece kw_die kw_points kw_keep kw_stock kw_track
        kw_slots kw_conflicts kw_language kw_published kw_source kw_bag kw_of kw_option kw_reason kw_enum kw_order kw_step kw_menu
        kw_pass kw_var kw_until kw_value kw_procedure kw_stages kw_modify kw_rule kw_action kw_variant kw_disable kw_move
        kw_replace kw_add kw_scenario kw_before kw_instead kw_after kw_when kw_for kw_at kw_as kw_to kw_on
        kw_by kw_from kw_if kw_then kw_else kw_or kw_not kw_and kw_in kw_is kw_each kw_where kw_among
        kw_none kw_pts kw_true kw_false kw_let kw_set kw_repeat kw_up kw_choose kw_award kw_score kw_pay
        kw_pays kw_paid kw_wins kw_win kw_give kw_awards kw_cancel kw_put kw_send kw_home kw_draw kw_take kw_shuffle kw_into
        kw_roll kw_discard kw_place kw_link kw_cut kw_close kw_reopen kw_append kw_run kw_do kw_end kw_won kw_game
        kw_stop kw_leave kw_return kw_int kw_rounded kw_mod kw_down kw_with kw_lay kw_adds kw_turned kw_stand kw_pile kw_x
        kw_exactly kw_about kw_takes kw_expect kw_setup kw_case kw_given kw_begins kw_no kw_scores kw_offered kw_refused kw_options kw_over kw_decides;
    signs:
        lbrace "{", rbrace "}", lparen "(", rparen ")", comma ",", colon ":", dots "..", equals "=";
}

macro_rules! named {
    ($($name:tt: $($rule:ident)*;)*) => {
        /// The rules that are no constructs, and what they are called.
        static NAMES: &[(Rule, &str)] = &[$($((Rule::$rule, $name),)*)*];
    };
}

named! {
    "a blank": WHITESPACE COMMENT boundary reserved;
    "an item": declaration fragment item member;
    "an expectation":
        expectation expect_none expect_offered expect_refused expect_over expect_options expect_decides
        expect_scores expect_pays expect_paid expect_wins expect_no_setup;
    "a question": yes_or_no what_is_chosen;
    "the end of it": EOI;
    "a scenario": scenario_head;
    "`expect options`": options_head;
    "`at` and a question": asked_at;
    "`at` and words": scored_at scored_words;
    "`..`": and_so_on;
    "a line of a scenario": line scenario_line ground_line;
    "an expression":
        expression_only grant expression conditional operation prefix postfix primary boolean nothing call
        group set set_fold fold fold_name expect_that minus;
    "`wrong`": wrong;
    "`for` and ids": ids;
    "an id of the ledger": id;
    "`printing`": printing;
    "`site`": site;
    "`adjoins`": adjoins;
    "`colour`": colour;
    "`sign`": sign;
    "`is`": traits;
    "a step": step;
    "`{`": steps word_set track_spaces block;
    "`on`": owner stands;
    "how segments become one": joins;
    "`from`, `to`": pay_from;
    "`to`": pay_to pays_to show_to;
    "`until`": until;
    "`stages`": stages;
    "`at`": stage at_steps grant_at;
    "`before`, `instead`, `after`": effect_trigger side;
    "`instead`": instead supplant;
    "`(`": params;
    "a parameter": param;
    "`when`": condition;
    "`=`": initial;
    "`from`": parent begin;
    "a change": change;
    "a type": type_of set_type plain_type int_type type_name;
    "a statement": statement;
    "`else`": else_if else_block;
    "a name and `among`": choice;
    "`or pass`": or_pass;
    "`each` and players": everyone;
    "`about`": about;
    "`several`": several;
    "`order`": in_order;
    "`up to`": at_most_so_many;
    "`exactly`": just_so_many;
    "`secretly`": kw_secretly;
    "`as`": as_reason as_told;
    "`of`": put_of stand_of pay_of of_stock;
    "`for`": seen_by for_player;
    "`into`": into_bag;
    "a kind of card and how many": cards;
    "a stock": stocked;
    "how many there are": stock_count;
    "a space": track_space;
    "`(`": facets;
    "an attribute and its value": facet;
    "another number of pieces and `for`": count_case;
    "a number of players": seated;
    "a bag or a deck": pile_of;
    "what a die gives": die_numbers die_words face;
    "numbers and `..`": number_range;
    "`secret`": kw_secret;
    "`under`": kw_under;
    "`unseen`": kw_unseen;
    "`while`": kw_while;
    "`now`": kw_now;
    "`won by`": won_by;
    "a space and how many slots lie beside it": slot;
    "`language`": language;
    "`published`": edition;
    "`source`": origin;
    "a name and `in`": binding bound;
    "`where`": filter;
    "`:`": per_member;
    "`by`": by_member formula;
    "`turned`": turned;
    "`adds`": start_tile;
    "`none`": empty_start;
    "`at` and a side": at_side;
    "a tile": pile_entry;
    "`x`": copies;
    "the words of an option": rest;
    "a name": any_word bare_word word plain_word path;
    "a number": int signed;
    "a text in quotation marks": text;
    "a version": version;
    "`layer`": kw_layer;
    "`closed`": kw_closed;
    "`board`": kw_board;
    "`alone`": kw_alone;
    "`again`": kw_again;
    "`neutral`": kw_neutral;
    "`ring`": kw_ring;
    "`reentrant`": kw_reentrant;
    "`last`": kw_last;
    "`before`, `after`, `last`": precedence order_clause;
    "a rule, a step or `pack`": anchor;
    "a kind": kind_value kind_primary;
    OPERATOR:
        tail rounding kind_test infix infix_or not_in infix_each field args question dot unequal at_most
        at_least less greater plus star slash;
}

#[cfg(test)]
mod tests {
    use super::{NAMES, fixed, name};
    use crate::constructs::CONSTRUCTS;
    use crate::grammar::Rule;

    #[test]
    fn every_rule_of_the_grammar_is_called_something_once() {
        for rule in Rule::all_rules() {
            let named = NAMES.iter().filter(|(named, _)| named == rule).count();
            // Folds share a rule, and have a name of it; so do items that are told apart in messages.
            let constructs = CONSTRUCTS.iter().filter(|construct| construct.rule == *rule).count();
            let ways = named.max(constructs.min(1)) + usize::from(fixed(*rule).is_some());
            assert_eq!(ways, 1, "{rule:?} is called {}", name(*rule));
        }
    }
}
