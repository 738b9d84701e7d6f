//! The loop: one message after the other, in order.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use gen_lsp_types::{
    CodeActionRequest, CodeLensRequest, CompletionRequest, DefinitionRequest, DidChangeTextDocumentParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DocumentFormattingRequest,
    DocumentRangeFormattingRequest, DocumentSymbolRequest, ExecuteCommandParams, FoldingRangeRequest,
    HoverRequest, InitializeParams, MessageType, PrepareRenameRequest, PublishDiagnosticsParams,
    ReferencesRequest, RenameRequest, Request, SemanticTokensRequest, SignatureHelpRequest,
    TextDocumentContentChangeEvent, Uri, WorkspaceFolders, WorkspaceSymbolRequest,
};
use lsp_server::{Connection, ErrorCode, Message, Notification, RequestId, Response};
use rota_ide::position::Lines;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::capabilities::{RUN_SCENARIO, capabilities, encoding};
use crate::convert::offset;
use crate::state::State;
use crate::uri::path_of;
use crate::{requests, writing};

/// What the server has to know before it is greeted.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The folder that holds `rulesets` and `tiles`; without it the nearest one above what is open.
    pub home: Option<PathBuf>,
}

/// How a session came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The client asked for it.
    Exit,
    /// The client is gone.
    Gone,
}

/// Serves one client until it says `exit` or is gone.
pub fn serve(connection: &Connection, options: Options) -> Ended {
    let Ok((id, params)) = connection.initialize_start() else { return Ended::Gone };
    let params: InitializeParams = serde_json::from_value(params).unwrap_or_default();
    let encoding = encoding(&params);
    let answer = json!({
        "capabilities": capabilities(encoding),
        "serverInfo": { "name": "rota", "version": env!("CARGO_PKG_VERSION") },
    });
    let state = State::new(options.home, roots(&params), encoding);
    let mut server = Server { connection, state, is_shut: false };
    if !server.send(Response::new_ok(id, answer)) {
        return Ended::Gone;
    }
    server.run()
}

/// The folders that the client has open.
fn roots(params: &InitializeParams) -> Vec<PathBuf> {
    let folders = params.workspace_folders_initialize_params.workspace_folders.as_ref();
    let mut uris: Vec<&Uri> = match folders {
        Some(WorkspaceFolders::WorkspaceFolderList(folders)) => {
            folders.iter().map(|folder| &folder.uri).collect()
        }
        Some(WorkspaceFolders::Null) | None => Vec::new(),
    };
    #[expect(deprecated, reason = "older clients say it so")]
    let root = params.root_uri.as_ref().filter(|_| uris.is_empty());
    uris.extend(root);
    uris.into_iter().filter_map(|uri| path_of(&uri.0)).collect()
}

struct Server<'c> {
    connection: &'c Connection,
    state: State,
    /// Whether the client has said that nothing more will come.
    is_shut: bool,
}

impl Server<'_> {
    fn run(&mut self) -> Ended {
        loop {
            let message = match self.state.pause() {
                Some(pause) => match self.connection.receiver.recv_timeout(pause) {
                    Ok(message) => message,
                    Err(error) if error.is_timeout() => {
                        self.guarded(None, Server::step);
                        continue;
                    }
                    Err(_) => return Ended::Gone,
                },
                None => match self.connection.receiver.recv() {
                    Ok(message) => message,
                    Err(_) => return Ended::Gone,
                },
            };
            match message {
                Message::Request(request) => self.request(request),
                Message::Notification(notification) if notification.method == "exit" => return Ended::Exit,
                Message::Notification(notification) => {
                    self.guarded(None, |server| server.notification(notification));
                }
                Message::Response(_) => {}
            }
        }
    }

    fn send(&self, message: impl Into<Message>) -> bool {
        self.connection.sender.send(message.into()).is_ok()
    }

    /// Does something that may go wrong: the next message is read all the same.
    fn guarded(&mut self, id: Option<RequestId>, work: impl FnOnce(&mut Self)) {
        if catch_unwind(AssertUnwindSafe(|| work(self))).is_ok() {
            return;
        }
        if let Some(id) = id {
            let message = "this is a mistake of the server; it goes on".to_owned();
            self.send(Response::new_err(id, ErrorCode::InternalError as i32, message));
        }
    }

    fn step(&mut self) {
        let receiver = &self.connection.receiver;
        let told = self.state.step(&|| !receiver.is_empty());
        self.publish(told);
    }

    fn publish(&self, told: Vec<PublishDiagnosticsParams>) {
        for told in told {
            let told = serde_json::to_value(told).unwrap_or_default();
            self.send(Notification { method: "textDocument/publishDiagnostics".to_owned(), params: told });
        }
    }

    fn notification(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        match method.as_str() {
            "textDocument/didOpen" => {
                if let Some(DidOpenTextDocumentParams { text_document: opened }) = read(params) {
                    self.state.put(opened.uri, opened.version, opened.text);
                }
            }
            "textDocument/didChange" => self.change(params),
            "textDocument/didClose" => {
                if let Some(DidCloseTextDocumentParams { text_document: closed }) = read(params) {
                    self.state.close(&closed.uri);
                }
            }
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => self.state.look_again(),
            _ => {}
        }
    }

    /// Takes the changes of a text, whole or in parts, in their order.
    fn change(&mut self, params: Value) {
        let Some(DidChangeTextDocumentParams { text_document, content_changes }) = read(params) else {
            return;
        };
        let uri = text_document.text_document_identifier.uri;
        let name = self.state.name_of(&uri);
        let mut text = self.state.open.get(&name).map(|open| open.text.clone()).unwrap_or_default();
        for change in content_changes {
            match change {
                TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => {
                    text = whole.text
                }
                TextDocumentContentChangeEvent::TextDocumentContentChangePartial(edit) => {
                    let lines = Lines::of(&text);
                    let at = |place| offset(&lines, self.state.encoding, place);
                    let (start, end) = (at(edit.range.start), at(edit.range.end));
                    text.replace_range(start..end.max(start), &edit.text);
                }
            }
        }
        self.state.put(uri, text_document.version, text);
    }

    fn request(&mut self, request: lsp_server::Request) {
        let lsp_server::Request { id, method, params } = request;
        if method == "shutdown" {
            self.is_shut = true;
            self.send(Response::new_ok(id, Value::Null));
            return;
        }
        if self.is_shut {
            self.send(Response::new_err(id, ErrorCode::InvalidRequest as i32, "shut down".to_owned()));
            return;
        }
        let answer_id = id.clone();
        self.guarded(Some(id), |server| {
            if method == "textDocument/codeAction" {
                let told = server.state.check_open();
                server.publish(told);
            }
            let answer = match method.as_str() {
                "workspace/executeCommand" => server.command(params),
                _ => server.answer(&method, params),
            };
            server.send(match answer {
                Ok(value) => Response::new_ok(answer_id, value),
                Err((code, message)) => Response::new_err(answer_id, code as i32, message),
            });
        });
    }

    /// Does what a lens is for.
    fn command(&mut self, params: Value) -> Result<Value, (ErrorCode, String)> {
        let Some(ExecuteCommandParams { command, arguments, .. }) = read(params) else {
            return Err((ErrorCode::InvalidParams, "not a command".to_owned()));
        };
        let arguments = arguments.unwrap_or_default();
        let words: Vec<&str> = arguments.iter().filter_map(Value::as_str).collect();
        let (RUN_SCENARIO, [uri, title]) = (command.as_str(), words.as_slice()) else {
            return Err((ErrorCode::InvalidParams, format!("`{command}` is not known")));
        };
        let name = self.state.name_of(&Uri((*uri).to_owned()));
        let Some((holds, told)) = self.state.run_scenario(&name, title) else {
            return Err((ErrorCode::RequestFailed, format!("there is no scenario \"{title}\" here")));
        };
        self.publish(told);
        let (kind, said) =
            if holds { (MessageType::Info, "holds") } else { (MessageType::Error, "does not hold") };
        let params = json!({ "type": kind, "message": format!("\"{title}\" {said}") });
        self.send(Notification { method: "window/showMessage".to_owned(), params });
        Ok(json!({ "holds": holds }))
    }

    fn answer(&mut self, method: &str, params: Value) -> Result<Value, (ErrorCode, String)> {
        let mut call = Call { state: &mut self.state, method, params: Some(params), answer: None };
        call.on::<HoverRequest>(requests::hover)
            .on::<DefinitionRequest>(requests::definition)
            .on::<ReferencesRequest>(requests::references)
            .on::<CodeActionRequest>(requests::code_actions)
            .on::<DocumentFormattingRequest>(writing::formatting)
            .on::<DocumentRangeFormattingRequest>(writing::range_formatting)
            .on::<DocumentSymbolRequest>(requests::document_symbols)
            .on::<WorkspaceSymbolRequest>(requests::workspace_symbols)
            .on::<FoldingRangeRequest>(requests::folding)
            .on::<SemanticTokensRequest>(requests::tokens)
            .on::<CompletionRequest>(writing::completion)
            .on::<SignatureHelpRequest>(writing::signatures)
            .on::<CodeLensRequest>(requests::lenses)
            .try_on::<PrepareRenameRequest>(writing::prepare_rename)
            .try_on::<RenameRequest>(writing::rename);
        call.answer.unwrap_or_else(|| Err((ErrorCode::MethodNotFound, format!("`{method}` is not known"))))
    }
}

/// A request that looks for the function that answers it.
struct Call<'s> {
    state: &'s mut State,
    method: &'s str,
    params: Option<Value>,
    answer: Option<Result<Value, (ErrorCode, String)>>,
}

impl Call<'_> {
    /// Answers by this function where the request is of this kind.
    fn on<R: Request>(&mut self, answer: fn(&mut State, R::Params) -> R::Result) -> &mut Self
    where
        R::Params: DeserializeOwned,
        R::Result: serde::Serialize,
    {
        self.answer_by::<R>(|state, params| Ok(answer(state, params)))
    }

    /// The same with a function that may say why it does not do what is asked.
    fn try_on<R: Request>(
        &mut self,
        answer: fn(&mut State, R::Params) -> Result<R::Result, String>,
    ) -> &mut Self
    where
        R::Params: DeserializeOwned,
        R::Result: serde::Serialize,
    {
        self.answer_by::<R>(answer)
    }

    fn answer_by<R: Request>(
        &mut self,
        answer: impl FnOnce(&mut State, R::Params) -> Result<R::Result, String>,
    ) -> &mut Self
    where
        R::Params: DeserializeOwned,
        R::Result: serde::Serialize,
    {
        if R::METHOD.as_str() != self.method {
            return self;
        }
        let Some(params) = self.params.take() else { return self };
        self.answer = Some(match serde_json::from_value(params) {
            Ok(params) => match answer(self.state, params) {
                Ok(value) => {
                    serde_json::to_value(value).map_err(|error| (ErrorCode::InternalError, error.to_string()))
                }
                Err(reason) => Err((ErrorCode::RequestFailed, reason)),
            },
            Err(error) => Err((ErrorCode::InvalidParams, error.to_string())),
        });
        self
    }
}

/// What a notification says; one that says something else is passed over.
fn read<T: DeserializeOwned>(params: Value) -> Option<T> {
    serde_json::from_value(params).ok()
}
