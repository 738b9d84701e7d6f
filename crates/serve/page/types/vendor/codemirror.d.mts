// As much of CodeMirror as the page uses.
export type Extension = unknown;
export type Line = { from: number; to: number; number: number; text: string };
export interface Text {
  length: number;
  lines: number;
  line(number: number): Line;
  lineAt(position: number): Line;
  sliceString(from: number, to?: number): string;
}
export type Change = { from: number; to?: number; insert?: string };
export type Selection = { anchor: number; head?: number };
export type Annotation = unknown;
export type Effect = unknown;
export type Spec = {
  changes?: Change;
  selection?: Selection;
  effects?: Effect | Effect[];
  annotations?: Annotation[];
  scrollIntoView?: boolean;
  userEvent?: string;
};

export class Transaction {
  static addToHistory: { of(value: boolean): Annotation };
  static remote: { of(value: boolean): Annotation };
  annotation(of: unknown): unknown;
}

export class EditorState {
  static create(config: { doc: string; extensions: Extension }): EditorState;
  static tabSize: { of(size: number): Extension };
  static phrases: { of(phrases: Record<string, string>): Extension };
  doc: Text;
  selection: { main: { from: number; to: number; head: number; anchor: number } };
}

export class EditorView {
  constructor(config: { state: EditorState; parent: Element | ShadowRoot; root: Document | ShadowRoot });
  static lineWrapping: Extension;
  static theme(spec: Record<string, Record<string, string>>): Extension;
  static updateListener: { of(heard: (update: Update) => void): Extension };
  static contentAttributes: { of(attributes: Record<string, string>): Extension };
  static domEventHandlers(handlers: { [name: string]: (event: any, view: EditorView) => boolean }): Extension;
  static scrollIntoView(position: number, options?: { y?: "center" }): Effect;
  state: EditorState;
  dispatch(spec: Spec): void;
  setState(state: EditorState): void;
  posAtCoords(place: { x: number; y: number }): number | null;
  focus(): void;
  destroy(): void;
}
export type Update = { state: EditorState; docChanged: boolean; transactions: Transaction[] };

export type Command = (view: EditorView) => boolean;
export type Binding = { key?: string; run?: Command; shift?: Command; preventDefault?: boolean };
export const keymap: { of(bindings: readonly Binding[]): Extension };
export const indentMore: Command;
export const indentLess: Command;
export const closeBracketsKeymap: readonly Binding[];
export const completionKeymap: readonly Binding[];
export const defaultKeymap: readonly Binding[];
export const historyKeymap: readonly Binding[];
export const lintKeymap: readonly Binding[];
export const searchKeymap: readonly Binding[];

export function bracketMatching(): Extension;
export function closeBrackets(): Extension;
export function drawSelection(): Extension;
export function highlightActiveLine(): Extension;
export function highlightActiveLineGutter(): Extension;
export function highlightSelectionMatches(): Extension;
export function highlightSpecialChars(): Extension;
export function history(): Extension;
export function lineNumbers(): Extension;
export function lintGutter(): Extension;
export function search(): Extension;

export type CompletionContext = {
  state: EditorState;
  pos: number;
  explicit: boolean;
  aborted: boolean;
  matchBefore(words: RegExp): { from: number; to: number; text: string } | null;
};
export type Completion = {
  label: string;
  detail?: string;
  info?: () => Node;
  boost?: number;
  apply?: (view: EditorView, chosen: Completion, from: number, to: number) => void;
};
export type Completions = { from: number; validFor?: RegExp; options: Completion[] };
export function autocompletion(config: {
  override: ((context: CompletionContext) => Completions | null | Promise<Completions | null>)[];
  maxRenderedOptions?: number;
}): Extension;

export type Tooltip = { pos: number; end?: number; above?: boolean; create: (view: EditorView) => { dom: HTMLElement } };
export function hoverTooltip(source: (view: EditorView, position: number) => Promise<Tooltip | null>): Extension;

export type Diagnostic = {
  from: number;
  to: number;
  severity: "error" | "warning" | "info";
  message: string;
  source?: string;
  actions?: { name: string; apply: (view: EditorView, from: number, to: number) => void }[];
};
export function setDiagnostics(state: EditorState, diagnostics: readonly Diagnostic[]): Spec;

export type StringStream = {
  sol(): boolean;
  eatSpace(): boolean;
  eat(match: string): string | void;
  next(): string | void;
  match(pattern: string | RegExp, consume?: boolean): boolean | RegExpMatchArray | null;
  skipTo(sign: string): boolean | void;
  skipToEnd(): void;
  current(): string;
};
export type IndentContext = { state: EditorState; pos: number };
export class StreamLanguage {
  static define<State>(parser: {
    name: string;
    startState: () => State;
    token: (stream: StringStream, state: State) => string | null;
    languageData?: Record<string, unknown>;
    indent?: (state: State, after: string, context: IndentContext) => number | null;
  }): Extension;
}

export type Tag = unknown;
export const tags: Record<"comment" | "string" | "number" | "keyword" | "modifier" | "definitionKeyword" | "variableName" | "typeName" | "propertyName", Tag> &
  Record<"constant" | "definition" | "standard", (of: Tag) => Tag>;
export class HighlightStyle {
  static define(specs: { tag: Tag | Tag[]; color?: string; fontStyle?: string; fontWeight?: string }[]): HighlightStyle;
}
export function syntaxHighlighting(style: HighlightStyle): Extension;
