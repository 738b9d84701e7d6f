//! What the rules of the grammar are called in a message.

use crate::grammar::Rule;

/// What a rule of the grammar is to somebody who writes rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// A word or sign that says nothing beyond its place.
    Fixed(&'static str),
    /// A word that may be there or not, and says something by that.
    Marker(&'static str),
    /// What carries on an expression; named only where nothing else can stand.
    Operator,
    /// Anything else.
    Thing(&'static str),
}

impl Meaning {
    /// Returns the words for a message.
    pub fn words(self) -> &'static str {
        match self {
            Meaning::Fixed(words) | Meaning::Marker(words) | Meaning::Thing(words) => words,
            Meaning::Operator => "an operator",
        }
    }
}

/// Returns what a rule is called.
pub(crate) fn meaning(rule: Rule) -> Meaning {
    match rule {
        Rule::WHITESPACE | Rule::COMMENT | Rule::boundary | Rule::reserved => Meaning::Thing("a blank"),
        Rule::declaration => Meaning::Thing("an item"),
        Rule::expectation => Meaning::Thing("an expectation"),
        Rule::yes_or_no | Rule::what_is_chosen => Meaning::Thing("a question"),
        Rule::EOI => Meaning::Thing("the end of it"),
        Rule::piece
        | Rule::item
        | Rule::member
        | Rule::pack_item
        | Rule::requires_item
        | Rule::players_item
        | Rule::tiles_item
        | Rule::start_item
        | Rule::edge_item
        | Rule::meet_item
        | Rule::feature_item
        | Rule::attr_item
        | Rule::trait_item
        | Rule::piece_item
        | Rule::bag_item
        | Rule::deck_item
        | Rule::die_item
        | Rule::track_item
        | Rule::slots_item
        | Rule::option_item
        | Rule::reason_item
        | Rule::enum_item
        | Rule::order_item
        | Rule::step_item
        | Rule::menu_item
        | Rule::var_item
        | Rule::value_item
        | Rule::modify_item
        | Rule::rule_item
        | Rule::action_item
        | Rule::variant_item
        | Rule::with_item => Meaning::Thing("an item"),
        Rule::scenario_head => Meaning::Thing("a scenario"),
        Rule::line
        | Rule::scenario_line
        | Rule::option_line
        | Rule::variant_line
        | Rule::players_line
        | Rule::lay_line
        | Rule::stand_line
        | Rule::with_line
        | Rule::begin_line
        | Rule::ground_line
        | Rule::die_line
        | Rule::points_line
        | Rule::keep_line
        | Rule::pile_line
        | Rule::takes_line
        | Rule::expect_line => Meaning::Thing("a line of a scenario"),
        Rule::expression_only
        | Rule::grant
        | Rule::expression
        | Rule::conditional
        | Rule::operation
        | Rule::prefix
        | Rule::postfix
        | Rule::primary
        | Rule::boolean
        | Rule::nothing
        | Rule::call
        | Rule::group
        | Rule::set
        | Rule::set_fold
        | Rule::fold
        | Rule::fold_name
        | Rule::expect_that
        | Rule::minus => Meaning::Thing("an expression"),
        Rule::wrong => Meaning::Thing("`wrong`"),
        Rule::ids => Meaning::Thing("`for` and ids"),
        Rule::id => Meaning::Thing("an id of the ledger"),
        Rule::printing => Meaning::Thing("`printing`"),
        Rule::site => Meaning::Thing("`site`"),
        Rule::adjoins => Meaning::Thing("`adjoins`"),
        Rule::traits => Meaning::Thing("`is`"),
        Rule::step => Meaning::Thing("a step"),
        Rule::steps | Rule::word_set | Rule::block => Meaning::Thing("`{`"),
        Rule::owner => Meaning::Thing("`on`"),
        Rule::joins => Meaning::Thing("how segments become one"),
        Rule::pay_to | Rule::pays_to => Meaning::Thing("`to`"),
        Rule::until => Meaning::Thing("`until`"),
        Rule::stages => Meaning::Thing("`stages`"),
        Rule::stage | Rule::grant_at => Meaning::Thing("`at`"),
        Rule::effect_trigger | Rule::side => Meaning::Thing("`before`, `instead`, `after`"),
        Rule::instead => Meaning::Thing("`instead`"),
        Rule::params => Meaning::Thing("`(`"),
        Rule::param => Meaning::Thing("a parameter"),
        Rule::condition => Meaning::Thing("`when`"),
        Rule::initial => Meaning::Thing("`=`"),
        Rule::parent | Rule::begin => Meaning::Thing("`from`"),
        Rule::change
        | Rule::set_change
        | Rule::disable_change
        | Rule::move_change
        | Rule::replace_change
        | Rule::add_change => Meaning::Thing("a change"),
        Rule::type_of | Rule::set_type | Rule::plain_type | Rule::int_type | Rule::type_name => {
            Meaning::Thing("a type")
        }
        Rule::statement
        | Rule::let_statement
        | Rule::set_statement
        | Rule::if_statement
        | Rule::each_statement
        | Rule::repeat_statement
        | Rule::choose_statement
        | Rule::award_statement
        | Rule::score_statement
        | Rule::pay_statement
        | Rule::give_statement
        | Rule::cancel_statement
        | Rule::put_statement
        | Rule::send_statement
        | Rule::move_statement
        | Rule::draw_statement
        | Rule::show_statement
        | Rule::take_statement
        | Rule::shuffle_statement
        | Rule::roll_statement
        | Rule::discard_statement
        | Rule::place_statement
        | Rule::link_statement
        | Rule::cut_statement
        | Rule::close_statement
        | Rule::reopen_statement
        | Rule::append_statement
        | Rule::run_statement
        | Rule::end_statement
        | Rule::stop_statement
        | Rule::leave_statement
        | Rule::return_statement => Meaning::Thing("a statement"),
        Rule::else_if | Rule::else_block => Meaning::Thing("`else`"),
        Rule::choice => Meaning::Thing("a name and `among`"),
        Rule::or_pass => Meaning::Thing("`or pass`"),
        Rule::everyone => Meaning::Thing("`each` and players"),
        Rule::several => Meaning::Thing("`several`"),
        Rule::in_order => Meaning::Thing("`order`"),
        Rule::at_most_so_many => Meaning::Thing("`up to`"),
        Rule::kw_several => Meaning::Fixed("`several`"),
        Rule::kw_secretly => Meaning::Marker("`secretly`"),
        Rule::as_reason => Meaning::Thing("`as`"),
        Rule::put_of | Rule::stand_of => Meaning::Thing("`of`"),
        Rule::seen_by => Meaning::Thing("`for`"),
        Rule::show_to => Meaning::Thing("`to`"),
        Rule::into_bag => Meaning::Thing("`into`"),
        Rule::cards => Meaning::Thing("a kind of card and how many"),
        Rule::pile_of => Meaning::Thing("a bag or a deck"),
        Rule::kw_secret => Meaning::Marker("`secret`"),
        Rule::kw_deck => Meaning::Fixed("`deck`"),
        Rule::kw_unseen => Meaning::Marker("`unseen`"),
        Rule::kw_show => Meaning::Fixed("`show`"),
        Rule::stands => Meaning::Thing("`on`"),
        Rule::slot => Meaning::Thing("a space and how many slots lie beside it"),
        Rule::edition => Meaning::Thing("`published`"),
        Rule::origin => Meaning::Thing("`source`"),
        Rule::supplant => Meaning::Thing("`instead`"),
        Rule::binding => Meaning::Thing("a name and `in`"),
        Rule::filter => Meaning::Thing("`where`"),
        Rule::tail
        | Rule::rounding
        | Rule::kind_test
        | Rule::infix
        | Rule::infix_or
        | Rule::not_in
        | Rule::infix_each
        | Rule::field
        | Rule::args
        | Rule::question
        | Rule::dot
        | Rule::unequal
        | Rule::at_most
        | Rule::at_least
        | Rule::less
        | Rule::greater
        | Rule::plus
        | Rule::star
        | Rule::slash => Meaning::Operator,
        Rule::per_member => Meaning::Thing("`:`"),
        Rule::by_member | Rule::formula => Meaning::Thing("`by`"),
        Rule::turned => Meaning::Thing("`turned`"),
        Rule::pile_entry => Meaning::Thing("a tile"),
        Rule::copies => Meaning::Thing("`x`"),
        Rule::expect_none
        | Rule::expect_offered
        | Rule::expect_refused
        | Rule::expect_over
        | Rule::expect_options
        | Rule::expect_decides
        | Rule::expect_scores
        | Rule::expect_pays => Meaning::Thing("an expectation"),
        Rule::rest => Meaning::Thing("the words of an option"),
        Rule::any_word | Rule::word | Rule::plain_word | Rule::path => Meaning::Thing("a name"),
        Rule::int | Rule::signed => Meaning::Thing("a number"),
        Rule::text => Meaning::Thing("a text in quotation marks"),
        Rule::version => Meaning::Thing("a version"),
        Rule::lbrace => Meaning::Fixed("`{`"),
        Rule::rbrace => Meaning::Fixed("`}`"),
        Rule::lparen => Meaning::Fixed("`(`"),
        Rule::rparen => Meaning::Fixed("`)`"),
        Rule::comma => Meaning::Fixed("`,`"),
        Rule::colon => Meaning::Fixed("`:`"),
        Rule::dots => Meaning::Fixed("`..`"),
        Rule::equals => Meaning::Fixed("`=`"),
        Rule::kw_pack => Meaning::Fixed("`pack`"),
        Rule::kw_requires => Meaning::Fixed("`requires`"),
        Rule::kw_players => Meaning::Fixed("`players`"),
        Rule::kw_tiles => Meaning::Fixed("`tiles`"),
        Rule::kw_printing => Meaning::Fixed("`printing`"),
        Rule::kw_start => Meaning::Fixed("`start`"),
        Rule::kw_board => Meaning::Marker("`board`"),
        Rule::kw_edge => Meaning::Fixed("`edge`"),
        Rule::kw_meet => Meaning::Fixed("`meet`"),
        Rule::kw_feature => Meaning::Fixed("`feature`"),
        Rule::kw_site => Meaning::Fixed("`site`"),
        Rule::kw_adjoins => Meaning::Fixed("`adjoins`"),
        Rule::kw_attr => Meaning::Fixed("`attr`"),
        Rule::kw_trait => Meaning::Fixed("`trait`"),
        Rule::kw_piece => Meaning::Fixed("`piece`"),
        Rule::kw_neutral => Meaning::Marker("`neutral`"),
        Rule::kw_die => Meaning::Fixed("`die`"),
        Rule::kw_points => Meaning::Fixed("`points`"),
        Rule::kw_keep => Meaning::Fixed("`keep`"),
        Rule::kw_track => Meaning::Fixed("`track`"),
        Rule::kw_slots => Meaning::Fixed("`slots`"),
        Rule::kw_published => Meaning::Fixed("`published`"),
        Rule::kw_source => Meaning::Fixed("`source`"),
        Rule::kw_ring => Meaning::Marker("`ring`"),
        Rule::kw_bag => Meaning::Fixed("`bag`"),
        Rule::kw_of => Meaning::Fixed("`of`"),
        Rule::kw_option => Meaning::Fixed("`option`"),
        Rule::kw_reason => Meaning::Fixed("`reason`"),
        Rule::kw_enum => Meaning::Fixed("`enum`"),
        Rule::kw_order => Meaning::Fixed("`order`"),
        Rule::kw_step => Meaning::Fixed("`step`"),
        Rule::kw_menu => Meaning::Fixed("`menu`"),
        Rule::kw_pass => Meaning::Fixed("`pass`"),
        Rule::kw_var => Meaning::Fixed("`var`"),
        Rule::kw_until => Meaning::Fixed("`until`"),
        Rule::kw_value => Meaning::Fixed("`value`"),
        Rule::kw_stages => Meaning::Fixed("`stages`"),
        Rule::kw_modify => Meaning::Fixed("`modify`"),
        Rule::kw_rule => Meaning::Fixed("`rule`"),
        Rule::kw_reentrant => Meaning::Marker("`reentrant`"),
        Rule::kw_action => Meaning::Fixed("`action`"),
        Rule::kw_variant => Meaning::Fixed("`variant`"),
        Rule::kw_disable => Meaning::Fixed("`disable`"),
        Rule::kw_move => Meaning::Fixed("`move`"),
        Rule::kw_replace => Meaning::Fixed("`replace`"),
        Rule::kw_add => Meaning::Fixed("`add`"),
        Rule::kw_scenario => Meaning::Fixed("`scenario`"),
        Rule::kw_before => Meaning::Fixed("`before`"),
        Rule::kw_instead => Meaning::Fixed("`instead`"),
        Rule::kw_after => Meaning::Fixed("`after`"),
        Rule::kw_when => Meaning::Fixed("`when`"),
        Rule::kw_for => Meaning::Fixed("`for`"),
        Rule::kw_at => Meaning::Fixed("`at`"),
        Rule::kw_as => Meaning::Fixed("`as`"),
        Rule::kw_to => Meaning::Fixed("`to`"),
        Rule::kw_on => Meaning::Fixed("`on`"),
        Rule::kw_by => Meaning::Fixed("`by`"),
        Rule::kw_from => Meaning::Fixed("`from`"),
        Rule::kw_if => Meaning::Fixed("`if`"),
        Rule::kw_then => Meaning::Fixed("`then`"),
        Rule::kw_else => Meaning::Fixed("`else`"),
        Rule::kw_or => Meaning::Fixed("`or`"),
        Rule::kw_not => Meaning::Fixed("`not`"),
        Rule::kw_and => Meaning::Fixed("`and`"),
        Rule::kw_in => Meaning::Fixed("`in`"),
        Rule::kw_is => Meaning::Fixed("`is`"),
        Rule::kw_each => Meaning::Fixed("`each`"),
        Rule::kw_where => Meaning::Fixed("`where`"),
        Rule::kw_among => Meaning::Fixed("`among`"),
        Rule::kw_none => Meaning::Fixed("`none`"),
        Rule::kw_pts => Meaning::Fixed("`pts`"),
        Rule::kw_true => Meaning::Fixed("`true`"),
        Rule::kw_false => Meaning::Fixed("`false`"),
        Rule::kw_let => Meaning::Fixed("`let`"),
        Rule::kw_set => Meaning::Fixed("`set`"),
        Rule::kw_repeat => Meaning::Fixed("`repeat`"),
        Rule::kw_up => Meaning::Fixed("`up`"),
        Rule::kw_choose => Meaning::Fixed("`choose`"),
        Rule::kw_award => Meaning::Fixed("`award`"),
        Rule::kw_score => Meaning::Fixed("`score`"),
        Rule::kw_pay => Meaning::Fixed("`pay`"),
        Rule::kw_pays => Meaning::Fixed("`pays`"),
        Rule::kw_give => Meaning::Fixed("`give`"),
        Rule::kw_awards => Meaning::Fixed("`awards`"),
        Rule::kw_cancel => Meaning::Fixed("`cancel`"),
        Rule::kw_put => Meaning::Fixed("`put`"),
        Rule::kw_send => Meaning::Fixed("`send`"),
        Rule::kw_home => Meaning::Fixed("`home`"),
        Rule::kw_draw => Meaning::Fixed("`draw`"),
        Rule::kw_take => Meaning::Fixed("`take`"),
        Rule::kw_shuffle => Meaning::Fixed("`shuffle`"),
        Rule::kw_into => Meaning::Fixed("`into`"),
        Rule::kw_roll => Meaning::Fixed("`roll`"),
        Rule::kw_discard => Meaning::Fixed("`discard`"),
        Rule::kw_place => Meaning::Fixed("`place`"),
        Rule::kw_link => Meaning::Fixed("`link`"),
        Rule::kw_cut => Meaning::Fixed("`cut`"),
        Rule::kw_close => Meaning::Fixed("`close`"),
        Rule::kw_reopen => Meaning::Fixed("`reopen`"),
        Rule::kw_append => Meaning::Fixed("`append`"),
        Rule::kw_run => Meaning::Fixed("`run`"),
        Rule::kw_end => Meaning::Fixed("`end`"),
        Rule::kw_game => Meaning::Fixed("`game`"),
        Rule::kw_stop => Meaning::Fixed("`stop`"),
        Rule::kw_leave => Meaning::Fixed("`leave`"),
        Rule::kw_return => Meaning::Fixed("`return`"),
        Rule::kw_int => Meaning::Fixed("`int`"),
        Rule::kw_rounded => Meaning::Fixed("`rounded`"),
        Rule::kw_down => Meaning::Fixed("`down`"),
        Rule::kw_with => Meaning::Fixed("`with`"),
        Rule::kw_lay => Meaning::Fixed("`lay`"),
        Rule::kw_turned => Meaning::Fixed("`turned`"),
        Rule::kw_stand => Meaning::Fixed("`stand`"),
        Rule::kw_pile => Meaning::Fixed("`pile`"),
        Rule::kw_x => Meaning::Fixed("`x`"),
        Rule::kw_takes => Meaning::Fixed("`takes`"),
        Rule::kw_expect => Meaning::Fixed("`expect`"),
        Rule::kw_no => Meaning::Fixed("`no`"),
        Rule::kw_scores => Meaning::Fixed("`scores`"),
        Rule::kw_offered => Meaning::Fixed("`offered`"),
        Rule::kw_refused => Meaning::Fixed("`refused`"),
        Rule::kw_options => Meaning::Fixed("`options`"),
        Rule::kw_over => Meaning::Fixed("`over`"),
        Rule::kw_decides => Meaning::Fixed("`decides`"),
    }
}
