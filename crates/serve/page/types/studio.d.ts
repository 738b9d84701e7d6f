// What the studio asks and is told beside the messages of the protocol.
import type { Answer, Request } from "./messages";
import type { Told } from "./server";

/** A text of the folder that is worked on. */
export type FolderFile = { file: string; pack: string | null; set: string | null; text: string; path: string };

/** What the studio is told. */
export type Heard = Answer | Told | { type: "files"; files: FolderFile[]; new_pack?: string | null };

/** What the studio asks. */
export type Asks =
  | Request
  | { type: "files" }
  | { type: "write"; file: string; pack: string | null; set: string | null; text: string; was?: string }
  | { type: "remove"; file: string };

/** Whatever answers the studio: the server, or the engine in the page itself. */
export interface Desk {
  ask(message: Asks): Promise<Heard | null>;
}

/** A place in a text that is shown: `nth` tells one time of going there from another. */
export type Spot = { file: string; line: number; nth: number };
