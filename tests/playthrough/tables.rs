//! What is played: every edition and every composition, each with the tiles of a short game.

/// A composition and the names of its playthroughs.
pub struct Table {
    pub name: &'static str,
    pub title: &'static str,
    pub packs: &'static [&'static str],
    pub variants: &'static [&'static str],
    pub options: &'static [(&'static str, &'static str)],
    pub start: Option<&'static str>,
    /// The tiles of the short game, in the order of drawing, with blanks between them.
    pub short: &'static str,
}

/// Icons of all three sorts, cities and monasteries to score with, and enough roads to lay them.
const WHEEL: &str = "wheel/17 wheel/26 wheel/31.1 wheel/07.1 wheel/13 wheel/29.2 wheel/15 wheel/31.3 wheel/33 \
    wheel/29.1 wheel/27 wheel/31.2 wheel/01 wheel/29.3 wheel/22";

/// The same where the icons come beside the tiles of the base game.
const ICONS: &str = "base/E base/B wheel/31.1 wheel/07.1 base/O wheel/29.2 base/F wheel/31.3 wheel/33 \
    wheel/29.1 base/A wheel/31.2 base/C wheel/29.3 base/U";

const ROSES: &str = "base/E wind_roses/NE base/U wind_roses/SW base/K wind_roses/blue base/V wind_roses/SE \
    base/D wind_roses/NW base/B base/V base/N base/U base/X";

const TENTS: &str = "fortune_teller/03 base/U fortune_teller/04 base/V fortune_teller/07 base/E \
    fortune_teller/05 base/V base/B fortune_teller/08 base/W base/D fortune_teller/02 base/U \
    base/V";

/// The same with the garden that the second printing has.
const GARDENS: &str = "fortune_teller/03 base/U fortune_teller/04 base/V fortune_teller/07 base/E.garden \
    fortune_teller/05.garden base/V base/B fortune_teller/08 base/W base/D fortune_teller/02 \
    base/U.garden base/V";

const EVERYTHING: &str = "fortune_teller/03 wheel/31.1 wind_roses/orange fortune_teller/05 wheel/29.2 wind_roses/NE \
    wheel/33 wheel/17 wheel/31.3 wind_roses/blue wheel/07.1 wind_roses/SW wheel/29.1 wheel/26 \
    wheel/31.2";

const TENTS_AND_ICONS: &str = "fortune_teller/03 wheel/31.1 wheel/22 fortune_teller/05 wheel/29.2 wheel/28 wheel/33 \
    wheel/17 wheel/31.3 fortune_teller/04 wheel/07.1 wheel/22 wheel/29.1 wheel/26 wheel/31.2";

const ROSES_AND_ICONS: &str = "wind_roses/NE wheel/31.1 wind_roses/orange wheel/22 wind_roses/SE wheel/29.2 \
    wind_roses/blue wheel/33 wind_roses/SW wheel/31.3 wheel/28 wind_roses/NW wheel/29.1 \
    wheel/26 wheel/31.2";

pub const BASE: &str = "base/E base/U base/K base/B base/V base/N base/D base/W base/H base/V base/A base/G base/X \
    base/E base/U";

const GARDEN_BASE: &str = "base/E.garden base/U base/K base/B base/V.garden base/N base/D base/W base/H base/V base/A \
    base/G base/X base/E base/U.garden";

/// Inns, a cathedral, two junctions, and the large follower's rivals.
const INNS: &str = "inns_and_cathedrals/inn_road inns_and_cathedrals/cathedral base/E inns_and_cathedrals/inn_fork \
    base/A base/E inns_and_cathedrals/gate inns_and_cathedrals/inn_bend base/E \
    inns_and_cathedrals/priory inns_and_cathedrals/wedge base/V inns_and_cathedrals/square \
    inns_and_cathedrals/inn_wall base/U";

/// The same with the gardens of the second printing.
const INN_GARDENS: &str = "inns_and_cathedrals/inn_road.garden inns_and_cathedrals/cathedral base/E \
    inns_and_cathedrals/inn_fork base/A base/E inns_and_cathedrals/gate \
    inns_and_cathedrals/inn_bend base/E.garden inns_and_cathedrals/priory inns_and_cathedrals/wedge \
    base/V inns_and_cathedrals/square.garden inns_and_cathedrals/inn_wall base/U";

/// Goods of all sorts, and roads and fields for builders and pigs.
const TRADERS: &str = "traders_and_builders/wine_strip base/E base/U traders_and_builders/grain_gate base/E base/V \
    traders_and_builders/cloth_lane base/E traders_and_builders/lane base/U \
    traders_and_builders/crossing base/E traders_and_builders/cloister base/V base/U";

/// The same with the gardens of the second printing.
const TRADER_GARDENS: &str = "traders_and_builders/wine_strip base/E base/U traders_and_builders/cloth_gate.garden base/E \
    base/V traders_and_builders/wine_gates.garden base/E.garden traders_and_builders/lane base/U \
    traders_and_builders/crossing base/E traders_and_builders/cloister base/V base/U";

const INNS_AND_TRADERS: &str = "traders_and_builders/wine_strip inns_and_cathedrals/inn_road base/E base/U \
    inns_and_cathedrals/cathedral base/E traders_and_builders/grain_gate \
    inns_and_cathedrals/inn_fork base/E base/A traders_and_builders/cloth_lane base/E \
    inns_and_cathedrals/inn_bend base/V base/U";

/// A dragon tile too early, two volcanoes, princesses in cities where knights stand, a portal.
const PRINCESS: &str = "base/E princess_and_dragon/dragon_bend base/U princess_and_dragon/volcano_straight \
    base/G princess_and_dragon/princess_corner princess_and_dragon/dragon_straight \
    princess_and_dragon/portal_fork base/E princess_and_dragon/dragon_city base/V \
    princess_and_dragon/volcano_road princess_and_dragon/princess_fork princess_and_dragon/dragon_fork base/U";

/// The same with the gardens of the second printing.
const PRINCESS_GARDENS: &str = "base/E princess_and_dragon/dragon_bend base/U.garden princess_and_dragon/volcano_straight \
    base/G princess_and_dragon/princess_corner.garden princess_and_dragon/dragon_straight \
    princess_and_dragon/portal_fork base/E.garden princess_and_dragon/dragon_city.garden base/V \
    princess_and_dragon/volcano_road princess_and_dragon/princess_fork princess_and_dragon/dragon_fork base/U";

/// Foundations near one another, and followers in line with them.
const TOWERS: &str = "base/E tower/street base/U tower/field base/G tower/corner base/B tower/fork base/E tower/gate \
    base/V tower/cloister base/D tower/city base/U";

/// The same with the gardens of the second printing.
const TOWER_GARDENS: &str = "base/E.garden tower/street base/U.garden tower/field.garden base/G tower/corner base/B \
    tower/ends.garden base/E.garden tower/gate base/V tower/cloister base/D tower/city base/U";

/// Towers where a dragon goes about.
const PRINCESS_AND_TOWERS: &str = "base/E tower/street princess_and_dragon/volcano_straight tower/field \
    princess_and_dragon/dragon_fork tower/corner base/B princess_and_dragon/portal_fork base/E tower/gate \
    princess_and_dragon/dragon_city tower/cloister princess_and_dragon/princess_fork tower/city \
    princess_and_dragon/dragon_straight";

/// Shrines and monasteries in turn, with small cities between.
const CULT: &str = "base/E cult/shrine base/B base/E cult/parting base/A cult/town \
    base/E base/B cult/dead_end base/E cult/by_road base/A base/E base/U";

/// Hills and what they hide, vineyards beside a monastery, and roads along which shepherds graze.
const HILLS: &str = "base/U hills_and_sheep/hill_roads base/E base/U hills_and_sheep/vineyard_cap base/B \
    base/E hills_and_sheep/vineyard_cities base/U hills_and_sheep/hill_bend base/V base/V \
    hills_and_sheep/priory_bend hills_and_sheep/vineyard_fork base/E";

/// The same with the garden of the second printing.
const HILL_GARDENS: &str = "base/U hills_and_sheep/hill_roads base/E base/U hills_and_sheep/vineyard_cap base/B \
    base/E hills_and_sheep/vineyard_cities base/U hills_and_sheep/hill_bend.garden base/V base/V \
    hills_and_sheep/priory_bend hills_and_sheep/vineyard_fork base/E";
/// Rings and mats near one another, with small cities between for the ringmaster.
const BIG_TOP: &str = "under_the_big_top/ring_gate under_the_big_top/acrobats_end base/E under_the_big_top/acrobats \
    under_the_big_top/ring_city base/E under_the_big_top/acrobats_bend base/U under_the_big_top/ring_bend base/E \
    base/B under_the_big_top/ring_wall base/V under_the_big_top/acrobats_fork base/E";

/// The same with the gardens of the printed tiles.
const BIG_TOP_GARDENS: &str = "under_the_big_top/ring_gate under_the_big_top/acrobats_end base/E \
    under_the_big_top/acrobats.garden under_the_big_top/ring_city base/E under_the_big_top/acrobats_bend base/U.garden \
    under_the_big_top/ring_bend.garden base/E base/B under_the_big_top/ring_wall base/V under_the_big_top/acrobats_fork \
    base/E.garden";
/// Roads, small cities and monasteries beside the wall, many of them completed.
const COUNT: &str = "base/A base/E base/U base/B base/E base/A base/V base/E base/A base/E base/U base/E base/A \
    base/W base/E";

/// The same with the gardens of the second printing.
const COUNT_GARDENS: &str = "base/A base/E.garden base/U base/B base/E base/A base/V.garden base/E base/X base/E \
    base/U base/E base/A base/W base/E";

/// Crossings, gates and small cities, so that wagons go on and mayors count; fields for a barn.
const ABBEY: &str = "base/X base/A abbey_and_mayor/gate base/E abbey_and_mayor/hamlet \
    base/B abbey_and_mayor/two_gates base/E base/B abbey_and_mayor/outpost \
    base/E base/A abbey_and_mayor/abbey_crossing abbey_and_mayor/wall base/E";

/// The same with the garden of the second printing.
const ABBEY_GARDENS: &str = "base/X base/A abbey_and_mayor/gate base/E abbey_and_mayor/hamlet.garden \
    base/B abbey_and_mayor/two_gates base/E base/B abbey_and_mayor/outpost \
    base/E base/A abbey_and_mayor/abbey_crossing abbey_and_mayor/wall base/E";

/// Small cities for castles, roads and monasteries beside them, and bazaars between.
const BRIDGES: &str = "base/E base/E bridges_castles_and_bazaars/bazaar_field base/A base/B base/E base/E \
    bridges_castles_and_bazaars/bazaar_inn base/A base/E bridges_castles_and_bazaars/three_cities base/U base/E \
    bridges_castles_and_bazaars/wayside_cloister base/V";

/// The same with the garden of the second printing.
const BRIDGES_GARDENS: &str = "base/E base/E bridges_castles_and_bazaars/bazaar_field base/A base/B base/E base/E \
    bridges_castles_and_bazaars/bazaar_inn base/A base/E bridges_castles_and_bazaars/wedge_gate.garden base/U base/E \
    bridges_castles_and_bazaars/wayside_cloister base/V";

/// Tents and builders: tiles left over for a second part of the turn.
const ALL_PACKS: &str = "fortune_teller/03 wheel/31.1 wind_roses/orange base/U traders_and_builders/wine_strip \
    wheel/29.2 inns_and_cathedrals/inn_road wind_roses/NE abbey_and_mayor/gate inns_and_cathedrals/cathedral \
    wheel/31.3 princess_and_dragon/volcano_city tower/street princess_and_dragon/dragon_city fortune_teller/05";

const PLAIN: Table =
    Table { name: "", title: "", packs: &["base"], variants: &[], options: &[], start: None, short: BASE };

/// All that is played.
pub const TABLES: &[Table] = &[
    Table { name: "base", title: "The base game", ..PLAIN },
    Table {
        name: "base-first-revision",
        title: "The base game, rules of 2000",
        variants: &["first_revision"],
        ..PLAIN
    },
    Table {
        name: "base-second-revision",
        title: "The base game, rules of about 2002",
        variants: &["second_revision"],
        ..PLAIN
    },
    Table {
        name: "base-second-generation",
        title: "The base game, artwork of 2014",
        variants: &["second_generation"],
        short: GARDEN_BASE,
        ..PLAIN
    },
    Table {
        name: "wheel",
        title: "The Wheel of Fortune, 2009",
        packs: &["wheel_of_fortune"],
        short: WHEEL,
        ..PLAIN
    },
    Table {
        name: "wheel-big-box-5",
        title: "The Wheel of Fortune, Big Box 5",
        packs: &["wheel_of_fortune"],
        variants: &["big_box_5"],
        short: WHEEL,
        ..PLAIN
    },
    Table {
        name: "wheel-mindok",
        title: "The Wheel of Fortune, Big Box 5 in Czech",
        packs: &["wheel_of_fortune"],
        variants: &["mindok"],
        short: WHEEL,
        ..PLAIN
    },
    Table {
        name: "wheel-icons",
        title: "The base game with the wheel and its icon tiles",
        packs: &["wheel_of_fortune"],
        variants: &["icons_only"],
        short: ICONS,
        ..PLAIN
    },
    Table {
        name: "wheel-beside",
        title: "The Wheel of Fortune, the wheel beside the table",
        packs: &["wheel_of_fortune"],
        options: &[("wheel_lies", "beside")],
        short: WHEEL,
        ..PLAIN
    },
    Table { name: "roses", title: "Wind Roses, 2012", packs: &["wind_roses"], short: ROSES, ..PLAIN },
    Table {
        name: "roses-spielbox",
        title: "Wind Roses, Spielbox 2013",
        packs: &["wind_roses"],
        variants: &["spielbox"],
        short: ROSES,
        ..PLAIN
    },
    Table {
        name: "teller",
        title: "The Fortune Teller, first design",
        packs: &["fortune_teller"],
        short: TENTS,
        ..PLAIN
    },
    Table {
        name: "teller-second-design",
        title: "The Fortune Teller, second design",
        packs: &["fortune_teller"],
        variants: &["second_design"],
        short: GARDENS,
        ..PLAIN
    },
    Table {
        name: "roses-on-the-wheel",
        title: "Wind Roses with the wheel as start",
        packs: &["wheel_of_fortune", "wind_roses"],
        start: Some("wheel_of_fortune"),
        short: ROSES_AND_ICONS,
        ..PLAIN
    },
    Table {
        name: "teller-and-wheel",
        title: "The Fortune Teller with the wheel",
        packs: &["wheel_of_fortune", "fortune_teller"],
        short: TENTS_AND_ICONS,
        ..PLAIN
    },
    Table {
        name: "everything",
        title: "The Wheel of Fortune, Wind Roses and The Fortune Teller",
        packs: &["wheel_of_fortune", "wind_roses", "fortune_teller"],
        start: Some("wheel_of_fortune"),
        short: EVERYTHING,
        ..PLAIN
    },
    Table { name: "inns", title: "Inns & Cathedrals", packs: &["inns_and_cathedrals"], short: INNS, ..PLAIN },
    Table {
        name: "inns-second-generation",
        title: "Inns & Cathedrals, artwork of 2014",
        packs: &["inns_and_cathedrals"],
        variants: &["second_inns"],
        short: INN_GARDENS,
        ..PLAIN
    },
    Table {
        name: "traders",
        title: "Traders & Builders",
        packs: &["traders_and_builders"],
        short: TRADERS,
        ..PLAIN
    },
    Table {
        name: "traders-second-generation",
        title: "Traders & Builders, artwork of 2014",
        packs: &["traders_and_builders"],
        variants: &["second_traders"],
        short: TRADER_GARDENS,
        ..PLAIN
    },
    Table {
        name: "inns-and-traders",
        title: "Inns & Cathedrals and Traders & Builders",
        packs: &["inns_and_cathedrals", "traders_and_builders"],
        short: INNS_AND_TRADERS,
        ..PLAIN
    },
    Table {
        name: "princess",
        title: "The Princess & the Dragon",
        packs: &["princess_and_dragon"],
        short: PRINCESS,
        ..PLAIN
    },
    Table {
        name: "princess-rio-grande",
        title: "The Princess & the Dragon, first edition in English",
        packs: &["princess_and_dragon"],
        variants: &["rio_grande"],
        short: PRINCESS,
        ..PLAIN
    },
    Table {
        name: "princess-second-generation",
        title: "The Princess & the Dragon, artwork of 2016",
        packs: &["princess_and_dragon"],
        variants: &["second_dragon"],
        short: PRINCESS_GARDENS,
        ..PLAIN
    },
    Table { name: "tower", title: "The Tower", packs: &["tower"], short: TOWERS, ..PLAIN },
    Table {
        name: "tower-second-generation",
        title: "The Tower, artwork of 2016",
        packs: &["tower"],
        variants: &["second_tower"],
        short: TOWER_GARDENS,
        ..PLAIN
    },
    Table {
        name: "princess-and-tower",
        title: "The Princess & the Dragon and The Tower",
        packs: &["princess_and_dragon", "tower"],
        short: PRINCESS_AND_TOWERS,
        ..PLAIN
    },
    Table { name: "cult", title: "The Cult", packs: &["cult"], short: CULT, ..PLAIN },
    Table { name: "hills", title: "Hills & Sheep", packs: &["hills_and_sheep"], short: HILLS, ..PLAIN },
    Table {
        name: "hills-second-generation",
        title: "Hills & Sheep, artwork of 2018",
        packs: &["hills_and_sheep"],
        variants: &["second_hills"],
        short: HILL_GARDENS,
        ..PLAIN
    },
    Table {
        name: "big-top",
        title: "Under the Big Top",
        packs: &["under_the_big_top"],
        short: BIG_TOP,
        ..PLAIN
    },
    Table {
        name: "big-top-second-edition",
        title: "Under the Big Top, the edition of 2017",
        packs: &["under_the_big_top"],
        variants: &["second_big_top"],
        short: BIG_TOP_GARDENS,
        ..PLAIN
    },
    Table {
        name: "count",
        title: "The Count of Carcassonne",
        packs: &["count_of_carcassonne"],
        short: COUNT,
        ..PLAIN
    },
    Table {
        name: "count-second-edition",
        title: "The Count of Carcassonne, the edition of 2017",
        packs: &["count_of_carcassonne"],
        variants: &["second_count"],
        short: COUNT_GARDENS,
        ..PLAIN
    },
    Table { name: "abbey", title: "Abbey & Mayor", packs: &["abbey_and_mayor"], short: ABBEY, ..PLAIN },
    Table {
        name: "abbey-second-edition",
        title: "Abbey & Mayor, the edition of 2016",
        packs: &["abbey_and_mayor"],
        variants: &["second_abbey"],
        short: ABBEY_GARDENS,
        ..PLAIN
    },
    Table {
        name: "bridges",
        title: "Bridges, Castles & Bazaars",
        packs: &["bridges_castles_and_bazaars"],
        short: BRIDGES,
        ..PLAIN
    },
    Table {
        name: "bridges-second-edition",
        title: "Bridges, Castles & Bazaars, the edition of 2017",
        packs: &["bridges_castles_and_bazaars"],
        variants: &["second_bridges"],
        short: BRIDGES_GARDENS,
        ..PLAIN
    },
    Table {
        name: "bridges-no-auction",
        title: "Bridges, Castles & Bazaars, without the auction",
        packs: &["bridges_castles_and_bazaars"],
        variants: &["no_auction"],
        short: BRIDGES,
        ..PLAIN
    },
    Table {
        name: "all-packs",
        title: "All published packs",
        packs: &[
            "wheel_of_fortune",
            "wind_roses",
            "fortune_teller",
            "inns_and_cathedrals",
            "traders_and_builders",
            "princess_and_dragon",
            "tower",
            "abbey_and_mayor",
            "cult",
            "hills_and_sheep",
            "under_the_big_top",
            "count_of_carcassonne",
            "bridges_castles_and_bazaars",
        ],
        options: &[("tile_box", "icons")],
        start: Some("wheel_of_fortune"),
        short: ALL_PACKS,
        ..PLAIN
    },
];
