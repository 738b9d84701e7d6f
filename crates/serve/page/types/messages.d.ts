// Written by generate.mjs from the JSON Schema of the protocol; do not edit.

/** A rule that ran. */
export type Call = {
  /** How many others it ran within. */
  depth: number;
  /** The file. */
  file: string | null;
  /** What it asked and got, and what it gave, in words. */
  happened: string[];
  /** The line of its declaration. */
  line: number | null;
  /** Nanoseconds in these; 0 where there is no clock. */
  nanoseconds: number;
  /** How many operations of its own it ran. */
  ops: number;
  /** The pack that declares it; nothing for what only joins the steps of packs. */
  pack: string | null;
  /** Whether it had been waiting for an answer. */
  resumed: boolean;
  /** What it is called. */
  rule: string;
};

/** A tile or a card that lies open in a row. */
export type Card = {
  /** Its kind. */
  name: string;
  /** What is printed on it beside its name. */
  printed?: Record<string, string>;
};

/** What a rule made of points that another one gave. */
export type Changed = {
  /** The file. */
  file: string;
  /** The line of the statement. */
  line: number;
  /** The pack. */
  pack: string | null;
  /** How many they were behind it. */
  points: number;
  /** What the rule is called. */
  rule: string;
  /** The version of the pack. */
  version: string | null;
  /** What it set them to, as written. */
  written: string;
};

/** An option of the packs. */
export type Choosable = {
  /** What it may be: a range or a list of words. */
  choices: string;
  /** What it is where nothing sets it. */
  default: string;
  /** What it means. */
  doc: string;
  /** Its name. */
  name: string;
  /** What it is set to. */
  value: string;
};

/** Something that may stand at a place. */
export type Completion = {
  /** Its signature or type. */
  detail: string | null;
  /** What is said of it, as Markdown. */
  doc: string | null;
  /** First byte of what it replaces. */
  from: number;
  /** What is written. */
  insert: string;
  /** What is shown for it. */
  label: string;
  /** One past the last byte of that. */
  to: number;
};

/** What a search ahead has considered at the decision that waits. */
export type ConsideredView = {
  /** The choices, the one that it played on from most at first. */
  choices: WeighedChoice[];
  /** Who decides. */
  player: string;
  /** How many times it played on: never where there is only one choice. */
  playouts: number;
};

/** A segment that a rule has added to a tile: it runs straight across. */
export type Crossed = {
  /** Whether it runs from west to east; otherwise from north to south. */
  across: boolean;
  /** The kind of feature. */
  kind: string;
  /** The segment. */
  place: Place;
};

/** A segment that a rule may add to a tile that lies: from north to south; one from east to west is turned by a quarter around the middle of the tile. */
export type Crossing = {
  /** The segment, which comes behind those of the tile. */
  segment: SegmentDrawing;
  /** What is drawn over the base of the tile. */
  svg: string;
};

/** What a table is drawn with: the same for everybody at it, from the beginning of the game to its end. All of it is SVG, in whole units: `x` grows to the east, `y` to the south. Whatever names no colour takes `ink`, and texts take `font`: both are set once around everything. */
export type Drawings = {
  /** What rules may add to tiles that lie, by the kind of feature. */
  crossings?: Record<string, Crossing>;
  /** Elements that parts refer to by their ids: they belong once into a `defs`. */
  defs: string;
  /** The families of the font, the first one first. */
  font: string;
  /** The colour of texts and of whatever names none. */
  ink: string;
  /** What belongs to nobody. */
  neutral: SeatDrawing;
  /** The kinds of pieces, by their names. */
  pieces: Record<string, PieceDrawing>;
  /** The players, by their names. */
  seats: Record<string, SeatDrawing>;
  /** The kinds of tiles, by their names. Cards are not drawn. */
  tiles: Record<string, TileDrawing>;
  /** The tracks, in the order in which packs declare them; one that lies amid the land comes first. */
  tracks: TrackDrawing[];
  /** How many units a tile has across. */
  units: number;
};

/** Something that was chosen before. */
export type Earlier = {
  /** Where it came from. */
  from?: Place | null;
  /** A number. */
  number?: number | null;
  /** The kind of a piece. */
  piece?: string | null;
  /** Where it is. */
  place?: Place | null;
  /** Whose it is, or whom it concerns; several where a set of players is chosen. */
  players?: string[];
  /** Points or goods. */
  points?: number | null;
  /** The declared reason of points, or for which a piece goes home. */
  reason?: string | null;
  /** The kind of a tile or of a card. */
  tile?: string | null;
  /** Yes or no. */
  truth?: boolean | null;
  /** A word: of a list that a pack declares, or the name of a pile, a die, goods, a kind of pieces. */
  word?: string | null;
  /** The words of the option. */
  words: string;
};

/** Points of one player and all that explains them. */
export type Explained = {
  /** That segment in words. */
  at: string | null;
  /** What led to them. */
  cause: Led;
  /** The variants and options that the rule depends on. */
  changed_by: Provenance[];
  /** What rules made of them before the player got them. */
  changes: Changed[];
  /** The file. */
  file: string;
  /** The formula with its values. */
  formula: string;
  /** Whether the player got them; otherwise a rule took them away before. */
  given: boolean;
  /** The line of the statement. */
  line: number;
  /** How many moves were made before, as far as they can be told apart. */
  moves: number;
  /** The pack. */
  pack: string | null;
  /** Who paid the player. */
  paid_by: string | null;
  /** Whom the player paid. */
  paid_to: string | null;
  /** A segment of the feature they are for. */
  place: Place | null;
  /** The player. */
  player: string;
  /** How many points; below 0 where the player paid them, 0 where it is about goods. */
  points: number;
  /** The declared reason. */
  reason: string;
  /** What the rule is called. */
  rule: string;
  /** The goods, where it is about these. */
  stock: Stock | null;
  /** What the formula counted. */
  terms: Term[];
  /** The turn, counted from 1; 0 before the first. */
  turn: number;
  /** The version of the pack. */
  version: string | null;
  /** The formula as written. */
  written: string;
};

/** What a die gave. */
export type Face = number | string;

/** A feature as it is now. */
export type FeatureView = {
  /** Whether it is complete. */
  complete: boolean;
  /** Its kind. */
  kind: string;
  /** How many of its ends are open. */
  open: number;
  /** The pieces that stand on it. */
  pieces: Thing[];
  /** Its segments, in the order in which they were laid. */
  segments: Place[];
  /** On how many tiles it lies. */
  tiles: number;
  /** What it would bring to whom if the game ended with this turn; null where that follows from what this seat may not know. */
  worth: Worth[] | null;
};

/** Something that happened. */
export type Happening = {
  /** What happened. */
  event: Kind;
  /** Where it came from. */
  from?: Place | null;
  /** Whether what it is about is not shown to this seat. */
  hidden?: boolean;
  /** A number. */
  number?: number | null;
  /** The kind of a piece. */
  piece?: string | null;
  /** Where it is. */
  place?: Place | null;
  /** Whose it is, or whom it concerns; several where a set of players is chosen. */
  players?: string[];
  /** Points or goods. */
  points?: number | null;
  /** The declared reason of points, or for which a piece goes home. */
  reason?: string | null;
  /** The kind of a tile or of a card. */
  tile?: string | null;
  /** Yes or no. */
  truth?: boolean | null;
  /** A word: of a list that a pack declares, or the name of a pile, a die, goods, a kind of pieces. */
  word?: string | null;
  /** The line that tells it, as the terminal does; null where what was told before says it already. */
  words: string | null;
};

/** What a name is. */
export type Hovered = {
  /** First byte of the name. */
  from: number;
  /** What is said of it, as Markdown; nothing where no name stands there. */
  text: string | null;
  /** One past its last byte. */
  to: number;
};

/** Whatever a request is to be known by again; its answer has the same. */
export type Id = number | string;

/** What can happen. */
export type Kind = "turn" | "again" | "ending" | "won" | "drawn" | "fetched" | "shuffled" | "stacked" | "stowed" | "lined_up" | "shown" | "rolled" | "discarded" | "placed" | "put" | "moved" | "went" | "sent" | "scored" | "paid" | "paid_stock" | "cancelled" | "added" | "linked" | "cut" | "closed" | "reopened" | "hid" | "forgotten" | "revealed" | "decided";

/** A tile on the table. */
export type Laid = {
  /** Its kind. */
  tile: string;
  /** Quarter turns clockwise. */
  turned: number;
  /** To the east of the start tile. */
  x: number;
  /** To the south of it. */
  y: number;
};

/** What led to points. */
export type Led = {
  kind: "beginning";
} | {
  kind: "turn";
  /** Whose turn it was. */
  player: string;
} | {
  kind: "again";
  /** The other player for whom it ran, where it was another one. */
  player: string | null;
  /** The step. */
  step: string;
} | {
  /** The bag or the deck. */
  bag: string;
  kind: "drawn";
  /** Its kind; empty where it is not shown. */
  tile: string;
} | {
  /** The die. */
  die: string;
  kind: "rolled";
  /** What it gave. */
  value: Face;
} | {
  /** The words of the answer; empty where they are not shown. */
  choice: string;
  kind: "decided";
  /** Who decided. */
  player: string;
  /** The question. */
  prompt: string;
} | {
  kind: "laid";
  /** Who laid it. */
  player: string;
  /** Its kind. */
  tile: string;
  /** Quarter turns clockwise. */
  turned: number;
  /** To the east. */
  x: number;
  /** To the south. */
  y: number;
} | {
  kind: "end";
};

/** A line and how often it ran. */
export type LineCost = {
  /** The file. */
  file: string;
  /** The line, counted from 1. */
  line: number;
  /** How many operations of it ran. */
  ops: number;
};

/** A scenario of a pack. */
export type Listed = {
  /** The ids of the statements that it covers. */
  ids: string[];
  /** Where its title stands. */
  place: Location;
  /** What it shows. */
  title: string;
  /** How many ways lead through it: one, or one for each case. */
  ways: number;
};

/** A place and what is to be said or written there. Lines and columns are counted from 1, bytes from 0. */
export type Location = {
  /** Column of the first byte, in characters. */
  column: number;
  /** One past the last byte. */
  end: number;
  /** Column of the end, in characters. */
  end_column: number;
  /** Line of the end. */
  end_line: number;
  /** The name of the file. */
  file: string;
  /** Line of the first byte. */
  line: number;
  /** First byte. */
  start: number;
  /** What is to be said or written. */
  text: string;
};

/** What a rule remembers under a title. */
export type Memory = {
  /** What it belongs to, in words, where that is neither the game nor a player. */
  of?: string | null;
  /** Where that is. */
  place?: Place | null;
  /** The player it belongs to, where it belongs to one. */
  player?: string | null;
  /** Whether only this seat sees it. */
  secret: boolean;
  /** What it is called at the table. */
  title: string;
  /** What is remembered, in words. */
  value: string;
};

/** A change of texts that does away with a problem. */
export type Mend = {
  /** What is replaced, each place with the text that comes there. */
  edits: Location[];
  /** Whether only this can be meant. */
  safe: boolean;
  /** What it does. */
  title: string;
};

/** Something that can be chosen. */
export type Offer = {
  /** The action that it takes, where several are offered together. */
  action?: string;
  /** For how many it stands that nothing tells apart. */
  count?: number;
  /** Where it came from. */
  from?: Place | null;
  /** A number. */
  number?: number | null;
  /** The kind of a piece. */
  piece?: string | null;
  /** Where it is. */
  place?: Place | null;
  /** Whose it is, or whom it concerns; several where a set of players is chosen. */
  players?: string[];
  /** Points or goods. */
  points?: number | null;
  /** The declared reason of points, or for which a piece goes home. */
  reason?: string | null;
  /** The kind of a tile or of a card. */
  tile?: string | null;
  /** Yes or no. */
  truth?: boolean | null;
  /** A word: of a list that a pack declares, or the name of a pile, a die, goods, a kind of pieces. */
  word?: string | null;
  /** Its words, as the terminal shows them: they choose it. */
  words: string;
};

/** A game that can be played. */
export type OpenedTable = {
  /** How many moves were made. */
  moves: number;
  /** The options, with what they are set to here. */
  options: Choosable[];
  /** The packs that were asked for. */
  packs: string[];
  /** The names of the players, in the order of their seats. */
  players: string[];
  /** What chance follows from. */
  seed: number;
  /** Their variants. */
  variants: string[];
  /** What is likely a slip in the packs, and what changed since a game was saved. */
  warnings: Problem[];
};

/** A kind of piece. */
export type PieceDrawing = {
  /** The letter of the kind. */
  letter: string;
  /** Whether that letter follows the one of the owner on it: its form does not tell the kind. What has no owner has this letter alone. */
  lettered: boolean;
  /** Where the middle of the letters is. */
  middle: [number, number];
  /** The piece, upright around 0, 0. It takes its fill from the element around it: that of its owner. */
  svg: string;
  /** How many units it has across, about. */
  wide: number;
};

/** A place. Cells are counted to the east and to the south, the start tile lies at 0, 0. */
export type Place = {
  /** Quarter turns clockwise. */
  turned?: number | null;
  type: "cell";
  /** To the east. */
  x: number;
  /** To the south. */
  y: number;
} | {
  /** Of a half tile how it is turned: that tells it from the other half of its cell. */
  half?: number | null;
  /** Which segment of the tile, counted from 0 in the order of its file. */
  segment: number;
  type: "segment";
  /** The cell of the tile, to the east. */
  x: number;
  /** The cell of the tile, to the south. */
  y: number;
} | {
  /** As with a segment. */
  half?: number | null;
  type: "tile";
  /** To the east. */
  x: number;
  /** To the south. */
  y: number;
} | {
  type: "corner";
  /** To the east. */
  x: number;
  /** To the south. */
  y: number;
} | {
  /** Which one: every side is the northern or the western one of some cell. */
  side: Side;
  type: "side";
  /** To the east. */
  x: number;
  /** To the south. */
  y: number;
} | {
  /** Its name. */
  space: string;
  type: "space";
} | {
  type: "hand";
} | {
  /** The player. */
  player: string;
  type: "keep";
} | {
  /** The name of the row. */
  row: string;
  type: "row";
} | {
  type: "supply";
} | {
  type: "out";
};

/** A player. */
export type Player = {
  /** What the player keeps: by name, or null for what is not shown. */
  keeps?: Array<string | null>;
  /** The name of the seat. */
  name: string;
  /** The points. */
  points: number;
  /** The goods. */
  stocks?: Record<string, number>;
  /** The pieces in supply, by kind. */
  supply: Record<string, number>;
};

/** What is known of a printed edition. */
export type Printed = {
  /** Who published it. */
  publisher: string;
  /** Where its rules are written down. */
  source?: string | null;
  /** The year it came out. */
  year: number;
};

/** Something that is wrong with a request, with texts, or with a game. */
export type Problem = {
  /** The stable code, of the form `area::kebab-case`. */
  code: string;
  /** Changes of the texts that do away with it; of several, one is to be chosen. */
  fixes: Mend[];
  /** What to do. */
  help: string | null;
  /** The places, the primary one first; none where no text is to blame. */
  labels: Location[];
  /** What is wrong. */
  message: string;
  /** Whether it is in the way. */
  severity: Seriousness;
};

/** A program that decides. */
export type Program = "uniform" | "greedy" | "think";

/** A variant or an option that a rule depends on. */
export type Provenance = {
  /** What it does. */
  change: string;
  /** The variant; null for an option that was set by hand. */
  variant: string | null;
};

/** How a scenario came out. */
export type Ran = {
  /** Whether it holds. */
  passed: boolean;
  /** What does not hold. */
  problems: Problem[];
  /** What it shows. */
  title: string;
};

/** How far a game could be played again. */
export type Replayed = {
  /** How many moves were made. */
  moves: number;
  /** How many are remembered. */
  of: number;
  /** Why the next of them is no longer possible; nothing where all that were asked for are made. */
  stopped: Problem | null;
  /** What is likely a slip in the packs. */
  warnings: Problem[];
};

/** What tells whose something is. */
export type SeatDrawing = {
  /** The fill of pieces. */
  fill: string;
  /** The colour of letters on it. */
  ink: string;
  /** The letter of the player. */
  letter?: string | null;
};

/** A segment of a tile that is not turned. */
export type SegmentDrawing = {
  /** How far to the east and to the south of there the piece stands however the tile is turned, so that it leaves a mark to be seen. */
  aside?: number;
  /** Where a piece stands: this place turns with the tile. */
  at: [number, number];
  /** The kind of feature. */
  kind: string;
  /** Whether pieces lie on it, turned by a quarter counter-clockwise, so that they are not taken for ones on what is beside it. */
  lies: boolean;
  /** The part of it that is seen, as the `d` of a path: to point at, and to light up. Holes run the other way round. */
  outline: string;
};

/** A segment of a tile. */
export type SegmentSeen = {
  /** What holds for it and is not as usual: `pennants 1`. */
  attributes: string[];
  /** The segments that it touches, counted from 0. */
  contacts: number[];
  /** The kind of feature. */
  kind: string;
  /** Its words, as in scenarios: `city N`. */
  name: string;
  /** Where it is written. */
  place: Location;
  /** What it has of the border of the tile: sides, or halves of sides, or what is between those. */
  ports: string[];
};

/** Whether a problem is in the way. */
export type Seriousness = "error" | "warning";

/** The value of an option. */
export type Setting = boolean | number | string;

/** A published composition. */
export type ShelfComposition = {
  /** The name of its file. */
  name: string;
  /** Its packs with their variants, as on a command line: `base@first wind_roses`. */
  packs: string;
  /** The text of the file: what `open` takes. */
  text: string;
  /** Its title, or its name where it has none. */
  title: string;
};

/** A pack that can be played, alone or with what it requires. */
export type ShelfPack = {
  /** Its name. */
  name: string;
  /** Its options, as they are without any variant. */
  options: Choosable[];
  /** How many may play it alone: the fewest and the most. */
  players: [number, number];
  /** The edition that it is without any variant, where it says so. */
  published?: Printed | null;
  /** The packs that it cannot be played without. */
  requires?: string[];
  /** Its title, or its name where it has none. */
  title: string;
  /** Its variants, in the order of its files. */
  variants: ShelfVariant[];
};

/** A variant of a pack. */
export type ShelfVariant = {
  /** All that is not as without it, a line each. */
  changes: string[];
  /** The variant whose changes it makes first. */
  from?: string | null;
  /** Its name. */
  name: string;
  /** The edition that it is, where it says so. */
  published?: Printed | null;
  /** Its title, or its name where it has none. */
  title: string;
};

/** All there is to play. */
export type ShelfView = {
  /** The published compositions. */
  compositions: ShelfComposition[];
  /** The packs. */
  packs: ShelfPack[];
  /** What is wrong with packs and compositions that cannot be played; those are not listed. */
  problems: Problem[];
};

/** A side of a cell. */
export type Side = "N" | "W";

/** A space of a track, or a slot. */
export type SpaceDrawing = {
  /** The middle of what stands there. */
  at: [number, number];
  /** How far that may reach. */
  room: number;
};

/** A tile or a card that was put on a pile, or under it. */
export type Stacked = {
  /** Its kind; null where it is not shown. */
  name: string | null;
  /** The pile. */
  pile: string;
  /** Whether it lies under it. */
  under: boolean;
};

/** A scenario as it stands behind some of its lines. */
export type Stepped = {
  /** What the table is drawn with, where that was asked for. */
  drawings?: Drawings | null;
  /** Where the lines stand that are moves or expectations, in order. */
  lines: Location[];
  /** How many of them were played. */
  played: number;
  /** What does not hold so far. */
  problems: Problem[];
  /** The table as it stands then. */
  view: TableView;
};

/** Goods that a player got or paid. */
export type Stock = {
  /** How many; below 0 where the player paid them. */
  amount: number;
  /** What they are called. */
  name: string;
};

/** A game as a seat may know it, or as an onlooker does. */
export type TableView = {
  /** Whose turn it is. */
  active: string;
  /** Counts every change of the table: what is answered later is told with this number, and what is new since. */
  at: number;
  /** The segments that rules have added to tiles, over whatever is printed there. */
  crossings?: Crossed[];
  /** The decision that waits; null where the game is over. */
  decision: Waiting | null;
  /** What happened, in order. */
  events: Happening[];
  /** How many events were known to whoever asked what is new: those that are listed come behind, and what was known beyond counts no longer. */
  events_from: number;
  /** What stopped the game, where a rule went wrong. */
  fault?: string | null;
  /** What is drawn and not yet laid: by name, or null for what is not shown. */
  hand: Array<string | null>;
  /** The goods that are left in common, where they come to an end. */
  left?: Record<string, number>;
  /** The segments that rules have joined, two by two. */
  links?: Array<[Place, Place]>;
  /** Whether this seat may make the move again that was taken back last. */
  may_redo: boolean;
  /** Whether this seat may take the last move back. */
  may_undo: boolean;
  /** Whether the game is over. */
  over: boolean;
  /** The pieces that are not in supply. */
  pieces: Thing[];
  /** How much is left in each pile. */
  piles: Record<string, number>;
  /** The players in the order of their seats. */
  players: Player[];
  /** What rules remember under a title. */
  remembered?: Memory[];
  /** What lies open in each row. */
  rows?: Record<string, Card[]>;
  /** The seat; null for an onlooker. */
  seat: string | null;
  /** What was put on piles or under them. */
  stacked?: Stacked[];
  /** The tiles on the table, in the order in which they were laid. */
  tiles: Laid[];
  /** How many tiles were known to whoever asked what is new: those that are listed come behind. */
  tiles_from: number;
  /** The turn, counted from 1; 0 before the first. */
  turn: number;
  /** How many of each kind may still be in a pile as far as this seat knows. */
  unseen: Record<string, number>;
  /** Who has won; null while the game goes on. */
  winners: string[] | null;
};

/** Something that a formula counted. */
export type Term = {
  /** How many. */
  count: number;
  /** Points for each. */
  each: number;
  /** Of what; empty where figures stand on both sides. */
  of: string;
};

/** What something is about, as far as it is about one of these: an option to choose, an event, what led to points. */
export type Thing = {
  /** Where it came from. */
  from?: Place | null;
  /** A number. */
  number?: number | null;
  /** The kind of a piece. */
  piece?: string | null;
  /** Where it is. */
  place?: Place | null;
  /** Whose it is, or whom it concerns; several where a set of players is chosen. */
  players?: string[];
  /** Points or goods. */
  points?: number | null;
  /** The declared reason of points, or for which a piece goes home. */
  reason?: string | null;
  /** The kind of a tile or of a card. */
  tile?: string | null;
  /** Yes or no. */
  truth?: boolean | null;
  /** A word: of a list that a pack declares, or the name of a pile, a die, goods, a kind of pieces. */
  word?: string | null;
};

/** A kind of tile. */
export type TileDrawing = {
  /** What turns with the tile: north up, from its north-western corner on. */
  base: string;
  /** Whether it fills half of its cell: the south-western one while it is not turned. */
  half: boolean;
  /** Its segments, in the order of its file. */
  segments: SegmentDrawing[];
  /** What stands upright over that, from the north-western corner of the cell on: one drawing for each number of quarter turns clockwise. */
  upright: [string, string, string, string];
};

/** A tile. */
export type TileSeen = {
  /** What holds for the tile as a whole, by attribute: what is not as usual. */
  attributes: Record<string, string>;
  /** How often it is in the printing of the set that the pack plays with. */
  count: number;
  /** How it is drawn. */
  drawing: TileDrawing;
  /** The letters of its edges: north, east, south, west. A blank one has a point, and one that half a tile does not have nothing. */
  edges: [string, string, string, string];
  /** The letter of the long edge of half a tile. */
  long_edge?: string | null;
  /** Its name there. */
  name: string;
  /** Where it is written. */
  place: Location;
  /** Its segments, in the order of its file. */
  segments: SegmentSeen[];
  /** The set that it is of. */
  set: string;
};

/** The tiles of a pack, as far as they can be read. All drawings are SVG as those of `drawings`. */
export type TilesView = {
  /** Elements that parts refer to by their ids: they belong once into a `defs`. */
  defs: string;
  /** The families of the font, the first one first. */
  font: string;
  /** The colour of texts and of whatever names none. */
  ink: string;
  /** What is wrong with the pack, or likely a slip. */
  problems: Problem[];
  /** The tiles, in the order of their files; the cells of boards among them. */
  tiles: TileSeen[];
  /** How many units a tile has across. */
  units: number;
};

/** A move and the rules that ran in it. */
export type Traced = {
  /** The rules that ran, in order. */
  calls: Call[];
  /** What was chosen. */
  choice: string | null;
  /** The lines that ran, by file and number. */
  lines: LineCost[];
  /** The number of the move; 0 is what comes before the first. */
  move: number;
  /** Who made it. */
  player: string | null;
};

/** A track with its slots, without what stands on it. */
export type TrackDrawing = {
  /** For a track that lies in a gap of the land, the square that it fills: to the east, to the south, and how many cells it has across. */
  amid?: [number, number, number] | null;
  /** How many units it has down. */
  high: number;
  /** Its name. */
  name: string;
  /** Where pieces stand, by the names of spaces and slots as places name them. */
  spaces: Record<string, SpaceDrawing>;
  /** The track, from its north-western corner on. */
  svg: string;
  /** What is written above it. */
  title: string;
  /** How many units it has across. */
  wide: number;
};

/** A decision that waits. */
export type Waiting = {
  /** The step or the rule that asks. */
  asked: string;
  /** What the player has chosen just before and together with this. */
  earlier?: Earlier[];
  /** Whether nothing may be chosen, by the words `pass`; false where the options are not shown. */
  may_pass: boolean;
  /** What can be chosen; null where it would give away what this seat may not know. Options that read alike are one. */
  options: Offer[] | null;
  /** Who decides. */
  player: string;
  /** The question in words. */
  prompt: string;
};

/** A choice that was considered. */
export type WeighedChoice = {
  /** By how many points the player is expected to be ahead of the best of the others after it, in hundredths. */
  lead: number;
  /** How many times the game was played on from it. */
  playouts: number;
  /** Its words; `pass` for none. */
  words: string;
};

/** What something would bring a player. */
export type Worth = {
  /** The player. */
  player: string;
  /** The points; below 0 where the player would pay them. */
  points: number;
};

/** An answer and what it belongs to: a line. */
export type Answer = ({
  /** The longest line that is read, in bytes. */
  longest_line: number;
  /** The most tables that are kept at once. */
  most_tables: number;
  /** The program and its version. */
  program: string;
  type: "hello";
  /** The version of the protocol. */
  version: number;
} | {
  type: "done";
} | OpenedTable & {
  type: "opened";
} | {
  /** The text. */
  save: string;
  type: "saved";
} | TableView & {
  type: "view";
} | {
  /** The points. */
  scores: Explained[];
  type: "why";
} | ShelfView & {
  type: "shelf";
} | Drawings & {
  type: "drawings";
} | FeatureView & {
  type: "feature";
} | {
  /** What it is called. */
  file: string;
  /** The whole text. */
  text: string;
  type: "text";
} | {
  /** The problems, sorted by place. */
  problems: Problem[];
  type: "checked";
} | {
  /** The scenarios. */
  scenarios: Listed[];
  type: "scenarios";
} | {
  /** The scenarios. */
  scenarios: Ran[];
  type: "ran";
} | Stepped & {
  type: "stepped";
} | {
  /** Whether what was there before the moves in it is laid out; otherwise all of the game is played again. */
  laid: boolean;
  /** The text. */
  text: string;
  type: "scenario";
} | Replayed & {
  type: "replayed";
} | Traced & {
  type: "traced";
} | {
  /** Their numbers, the latest first. */
  moves: number[];
  type: "used";
} | ConsideredView & {
  type: "considered";
} | TilesView & {
  type: "tiles";
} | {
  /** The likeliest first. */
  items: Completion[];
  type: "completions";
} | Hovered & {
  type: "hovered";
} | {
  /** The places. */
  places: Location[];
  type: "defined";
} | {
  /** The whole text; as it was where it cannot be read. */
  text: string;
  type: "formatted";
} | {
  /** All that is wrong. */
  problems: Problem[];
  type: "refused";
}) & {
  /** The id of the request, where it had one. */
  id?: Id | null;
  /** The table that it is about. */
  table?: number | null;
};

/** A line that is read. */
export type Request = {
  /** Whatever the request is to be known by again; its answer has the same. */
  id?: Id;
  type: "hello";
  /** The version that is spoken; one that is not known is refused. */
  version?: number;
} | {
  /** Whatever the request is to be known by again; its answer has the same. */
  id?: Id;
  /** Only these packs; without any, all that are published. */
  packs?: string[];
  type: "shelf";
} | {
  /** The text of a composition file. What is settled here comes over what it says. */
  composition?: string | null;
  /** How many copies of each tile set are in play. */
  copies?: number;
  /** Whatever the request is to be known by again; its answer has the same. */
  id?: Id;
  /** Options over all variants: words, numbers, `true` or `false`. */
  options?: Record<string, Setting>;
  /** The packs, by name; beside a composition those that come to its own. */
  packs?: string[];
  /** The names of the players, in the order of their seats: one word each. */
  players: string[];
  /** What chance follows from: the same seed gives the same game. */
  seed?: number;
  /** Which start is taken where packs name several: a pack, or a start as `SET/TILE`. */
  start?: string | null;
  type: "open";
  /** Variants, in the order in which they make their changes. */
  variants?: string[];
} | {
  /** Whether to go on although packs have changed since, as far as the game still holds. */
  accept_changes?: boolean;
  /** Whatever the request is to be known by again; its answer has the same. */
  id?: Id;
  /** The text of the save. */
  save: string;
  type: "resume";
} | {
  /** What problems call it: usually a path. */
  file: string;
  /** Whatever the request is to be known by again; its answer has the same. */
  id?: Id;
  /** The pack that it is a part of. */
  pack?: string | null;
  /** The tile set that it is. */
  set?: string | null;
  /** The whole text. */
  text: string;
  type: "put";
} | {
  /** As with `put`. */
  file: string;
  /** Whatever the request is to be known by again; its answer has the same. */
  id?: Id;
  type: "take";
} | {
  /** Whatever the request is to be known by again; its answer has the same. */
  id?: Id;
  /** The pack. */
  pack: string;
  type: "check";
} | {
  /** Whatever the request is to be known by again; its answer has the same. */
  id?: Id;
  /** The pack. */
  pack: string;
  type: "scenarios";
} | {
  /** Whatever the request is to be known by again; its answer has the same. */
  id?: Id;
  /** The pack. */
  pack: string;
  /** Only the scenario of this title. */
  scenario?: string | null;
  type: "run";
} | {
  /** Whether to tell what the table is drawn with, too. */
  drawings?: boolean;
  /** Whatever the request is to be known by again; its answer has the same. */
  id?: Id;
  /** How many of the lines that are moves or expectations. */
  lines: number;
  /** The pack. */
  pack: string;
  /** As which player may know the table; without it as an onlooker does. */
  player?: string | null;
  /** The title of the scenario. */
  scenario: string;
  type: "step";
  /** Which way through it, counted from 0. */
  way?: number;
} | {
  /** Whatever the request is to be known by again; its answer has the same. */
  id?: Id;
  /** The pack. */
  pack: string;
  type: "tiles";
} | {
  /** The place, in bytes of the text. */
  at: number;
  /** As with `put`. */
  file: string;
  /** Whatever the request is to be known by again; its answer has the same. */
  id?: Id;
  type: "complete";
} | {
  /** The place, in bytes of the text. */
  at: number;
  /** As with `put`. */
  file: string;
  /** Whatever the request is to be known by again; its answer has the same. */
  id?: Id;
  type: "hover";
} | {
  /** The place, in bytes of the text. */
  at: number;
  /** As with `put`. */
  file: string;
  /** Whatever the request is to be known by again; its answer has the same. */
  id?: Id;
  type: "definition";
} | {
  /** As with `put`. */
  file: string;
  /** Whatever the request is to be known by again; its answer has the same. */
  id?: Id;
  type: "format";
} | {
  /** Whatever the request is to be known by again; its answer has the same. */
  id?: Id;
  /** Only so many of the last moves are made in it, and those of their turns before them; what was there is laid out, where a scenario can say all of it. Without it the whole game is played again. */
  moves?: number | null;
  /** The pack whose scenario it is to be; without it the first one that is played. */
  pack?: string | null;
  /** The table. */
  table: number;
  /** What it shows. */
  title: string;
  type: "scenario";
} | {
  /** Whatever the request is to be known by again; its answer has the same. */
  id?: Id;
  /** Only so many moves. */
  moves?: number | null;
  /** The table. */
  table: number;
  type: "replay";
} | {
  /** Whatever the request is to be known by again; its answer has the same. */
  id?: Id;
  /** The move, counted from 1; without it the last one. */
  move?: number | null;
  /** The table. */
  table: number;
  type: "trace";
} | {
  /** The file. */
  file: string;
  /** Whatever the request is to be known by again; its answer has the same. */
  id?: Id;
  /** The line, counted from 1. */
  line: number;
  /** The table. */
  table: number;
  type: "used";
} | {
  /** The program. */
  by: Program;
  /** Whatever the request is to be known by again; its answer has the same. */
  id?: Id;
  /** How many times the one that thinks plays on, 2,000 unless told otherwise. */
  playouts?: number | null;
  /** The table. */
  table: number;
  type: "play";
} | {
  /** Whatever the request is to be known by again; its answer has the same. */
  id?: Id;
  /** How many times it plays on, 2,000 unless told otherwise. */
  playouts?: number | null;
  /** The table. */
  table: number;
  type: "consider";
} | {
  /** Whatever the request is to be known by again; its answer has the same. */
  id?: Id;
  /** The table. */
  table: number;
  type: "save";
} | {
  /** Whatever the request is to be known by again; its answer has the same. */
  id?: Id;
  /** The table. */
  table: number;
  type: "close";
} | {
  /** Whatever the request is to be known by again; its answer has the same. */
  id?: Id;
  /** The name of the seat that asks; without it an onlooker does. */
  seat?: string;
  /** Only the tiles and events that are new since the change with this number; without it, all of them. */
  since?: number | null;
  /** The table. */
  table: number;
  type: "view";
} | {
  /** The number of the change that was seen last: where the table stands elsewhere by now, nothing is chosen. */
  at?: number | null;
  /** Whatever the request is to be known by again; its answer has the same. */
  id?: Id;
  /** The name of the seat that asks; without it an onlooker does. */
  seat?: string;
  /** The table. */
  table: number;
  type: "choose";
  /** The words of the option or a part of them, as at the terminal; `pass` where that is possible. */
  words: string;
} | {
  /** As with `choose`. */
  at?: number | null;
  /** Whatever the request is to be known by again; its answer has the same. */
  id?: Id;
  /** The name of the seat that asks; without it an onlooker does. */
  seat?: string;
  /** The table. */
  table: number;
  type: "undo";
} | {
  /** As with `choose`. */
  at?: number | null;
  /** Whatever the request is to be known by again; its answer has the same. */
  id?: Id;
  /** The name of the seat that asks; without it an onlooker does. */
  seat?: string;
  /** The table. */
  table: number;
  type: "redo";
} | {
  /** Whatever the request is to be known by again; its answer has the same. */
  id?: Id;
  /** Only the points of this player. */
  player?: string | null;
  /** The name of the seat that asks; without it an onlooker does. */
  seat?: string;
  /** The table. */
  table: number;
  type: "why";
} | {
  /** Whatever the request is to be known by again; its answer has the same. */
  id?: Id;
  /** One of its segments. */
  place: Place;
  /** The name of the seat that asks; without it an onlooker does. */
  seat?: string;
  /** The table. */
  table: number;
  type: "feature";
} | {
  /** Whatever the request is to be known by again; its answer has the same. */
  id?: Id;
  /** The name of the seat that asks; without it an onlooker does. */
  seat?: string;
  /** The table. */
  table: number;
  type: "drawings";
} | {
  /** What the text is called. */
  file: string;
  /** Whatever the request is to be known by again; its answer has the same. */
  id?: Id;
  /** The name of the seat that asks; without it an onlooker does. */
  seat?: string;
  /** The table. */
  table: number;
  type: "read";
};

/** What somebody who sits at a table can ask. An onlooker only looks. */
export type Wish = {
  /** Only the tiles and events that are new since the change with this number; without it, all of them. */
  since?: number | null;
  type: "view";
} | {
  /** The number of the change that was seen last: where the table stands elsewhere by now, nothing is chosen. */
  at?: number | null;
  type: "choose";
  /** The words of the option or a part of them, as at the terminal; `pass` where that is possible. */
  words: string;
} | {
  /** As with `choose`. */
  at?: number | null;
  type: "undo";
} | {
  /** As with `choose`. */
  at?: number | null;
  type: "redo";
} | {
  /** Only the points of this player. */
  player?: string | null;
  type: "why";
} | {
  /** One of its segments. */
  place: Place;
  type: "feature";
} | {
  type: "drawings";
} | {
  /** What the text is called. */
  file: string;
  type: "read";
};
