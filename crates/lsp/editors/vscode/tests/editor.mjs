// As much of VS Code as the extension and its client ask for: documents that change, diagnostics and what can be asked
// of a document. Values such as ranges, edits and addresses are those of `jest-mock-vscode`; whatever else is called
// does nothing and can be disposed of.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { createVSCodeMock, createTextDocument } = require('jest-mock-vscode');

const disposable = { dispose() {} };
const nothing = () => disposable;
const values = createVSCodeMock({ fn: (does) => does ?? nothing });

/** Answers for all that an object has not. */
const lenient = (object) =>
  new Proxy(object, { get: (own, name) => (name in own || typeof name === 'symbol' ? own[name] : nothing) });

// The client builds its own classes on these, or looks whether it is given one.
const further = [
  'Hover', 'InlayHint', 'InlayHintLabelPart', 'InlineCompletionItem', 'InlineCompletionList', 'LinkedEditingRanges',
  'ParameterInformation', 'RelativePattern', 'SignatureHelp', 'SignatureInformation', 'SnippetTextEdit',
  'TabInputCustom', 'TabInputNotebook', 'TabInputText', 'TabInputTextDiff',
];
const classes = Object.fromEntries(further.map((name) => [name, class {}]));

class CancellationTokenSource {
  token = { isCancellationRequested: false, onCancellationRequested: nothing };
  cancel() {}
  dispose() {}
}

/** Edits by the address of their document; the client hands them over in pairs, with a remark that may be missing. */
class WorkspaceEdit {
  #edits = new Map();
  set(uri, edits) { this.#edits.set(uri, edits.map((edit) => (Array.isArray(edit) ? edit[0] : edit))); }
  entries() { return [...this.#edits]; }
}

/** An event with its listeners. */
const event = () => {
  const listeners = new Set();
  const on = (listener, self) => {
    const bound = self ? listener.bind(self) : listener;
    listeners.add(bound);
    return { dispose: () => listeners.delete(bound) };
  };
  return { on, fire: async (told) => { for (const listener of listeners) await listener(told); } };
};

/** An editor with a folder that is open, and settings of the extension. */
export const editor = (folder, settings) => {
  const changed = event();
  const documents = [];
  const state = { commands: new Map(), diagnostics: new Map(), providers: {}, told: [] };
  const provider = (kind) => (_selector, own) => { state.providers[kind] = own; return disposable; };
  const root = { uri: values.Uri.file(folder), name: 'folder', index: 0 };
  const tell = (message) => { state.told.push(message); return Promise.resolve(undefined); };
  const vscode = {
    ...values,
    ...classes,
    CancellationError: class extends Error {},
    CancellationTokenSource,
    WorkspaceEdit,
    CodeActionTriggerKind: { Invoke: 1, Automatic: 2 },
    version: '1.100.0',
    env: lenient({ appName: 'a test', language: 'en', ...values.env }),
    proposed: {},
    workspace: lenient({
      textDocuments: documents,
      notebookDocuments: [],
      workspaceFolders: [root],
      isTrusted: true,
      getWorkspaceFolder: () => root,
      getConfiguration: (section) => ({
        get: (key, otherwise) => settings[`${section}.${key}`] ?? otherwise,
        inspect: () => undefined,
      }),
      onDidChangeTextDocument: changed.on,
    }),
    window: lenient({
      visibleTextEditors: [],
      tabGroups: lenient({ all: [] }),
      createOutputChannel: () => lenient({ error: tell }),
      showErrorMessage: tell,
      showWarningMessage: tell,
      showInformationMessage: tell,
    }),
    commands: lenient({
      registerCommand: (name, does) => { state.commands.set(name, does); return disposable; },
    }),
    languages: lenient({
      match: (selector, document) =>
        [selector].flat().some((one) => one.language === document.languageId) ? 10 : 0,
      createDiagnosticCollection: () =>
        lenient({
          set: (uri, found) => state.diagnostics.set(uri.toString(), found ?? []),
          delete: (uri) => state.diagnostics.delete(uri.toString()),
          clear: () => state.diagnostics.clear(),
        }),
      registerCodeActionsProvider: provider('actions'),
      registerDocumentFormattingEditProvider: provider('formatting'),
      registerHoverProvider: provider('hover'),
    }),
  };
  const open = (path, text, version = 1) => {
    const document = createTextDocument(values.Uri.file(path), text, 'rota', version);
    documents.splice(0, documents.length, document);
    return document;
  };
  /** Puts other text in the place of all that stands in the document. */
  const change = async (document, text) => {
    const last = document.lineAt(document.lineCount - 1).range.end;
    const range = new values.Range(new values.Position(0, 0), last);
    const next = open(document.uri.fsPath, text, document.version + 1);
    await changed.fire({ document: next, contentChanges: [{ range, rangeOffset: 0, rangeLength: 0, text }] });
    return next;
  };
  return { vscode, ...state, open, change };
};
