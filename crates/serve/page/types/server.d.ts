// What the server says and is asked itself, beside the messages of the protocol.
import type { Answer, Problem, Wish } from "./messages";

/** By whom a seat is played: by somebody here, by somebody elsewhere, or by a program. */
export type By = "here" | "elsewhere" | "uniform" | "greedy" | "think";

export type Seat = { name: string; by: By };

/** As whom the page has come in at a table. */
export type AtTable = { type: "entered"; table: number; name: string; players: Seat[] } & (
  | { as: "seat"; seats: string[] }
  | { as: "onlooker"; seats?: undefined }
);

export type Entered = { type: "entered"; as: "owner" } | { type: "entered"; as: "studio"; folder: string } | AtTable;

/** The links to a table, as they are handed out once. */
export type Begun = {
  type: "begun";
  table: number;
  here: string | null;
  onlooker: string;
  elsewhere: Record<string, string>;
  warnings: Problem[];
};

export type Row = { table: number; title: string; packs: string[]; players: Seat[]; moves: number; over: boolean };

export type Tables = { type: "tables"; tables: Row[] };

/** Any answer that the page may get. */
export type Told = Answer | Entered | Begun | Tables;

/** What the page may ask. */
export type Asked =
  | (Wish & { seat?: string })
  | { type: "consider"; seat: string; at: number }
  | { type: "enter"; token: string }
  | { type: "shelf"; packs?: string[] }
  | { type: "begin"; open: Record<string, unknown>; seats: Seat[] }
  | { type: "tables" }
  | { type: "links"; table: number }
  | { type: "close"; table: number }
  | { type: "save" };
