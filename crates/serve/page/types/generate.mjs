// Writes messages.d.ts from the JSON Schema of the protocol: node types/generate.mjs [--check] [SCHEMA]
// The schema is the one that `rota schema protocol` writes. With --check nothing is written: it fails where they differ.
import { readFileSync, writeFileSync } from "node:fs";

const HEAD = "// Written by generate.mjs from the JSON Schema of the protocol; do not edit.\n\n";
const [check, given] = [process.argv.includes("--check"), process.argv.slice(2).find((one) => !one.startsWith("--"))];
const beside = (/** @type {string} */ path) => new URL(path, import.meta.url);
const schema = JSON.parse(readFileSync(given ?? beside("../../../../docs/reference/protocol.schema.json"), "utf8"));

/** Names that begin with a small letter in the schema are those of whole messages. */
const typeName = (name) => name[0].toUpperCase() + name.slice(1);

const comment = (words, indent) =>
  words ? `${indent}/** ${words.replace(/\s*\n\s*/g, " ").replace(/\*\//g, "* /")} */\n` : "";

/** The fields of an object, a line each. */
function fields(node, indent) {
  const required = new Set(node.required ?? []);
  return Object.entries(node.properties ?? {})
    .map(([name, of]) => `${comment(of.description, indent)}${indent}${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required.has(name) ? "" : "?"}: ${type(of, indent)};\n`)
    .join("");
}

function object(node, indent) {
  if (node.properties) return `{\n${fields(node, `${indent}  `)}${indent}}`;
  const values = node.additionalProperties;
  return values && typeof values === "object" ? `Record<string, ${type(values, indent)}>` : "Record<string, unknown>";
}

function list(node, indent) {
  const item = type(node.items ?? {}, indent);
  if (node.minItems !== undefined && node.minItems === node.maxItems) return `[${Array(node.minItems).fill(item).join(", ")}]`;
  return /[ |{]/.test(item) ? `Array<${item}>` : `${item}[]`;
}

const PLAIN = { string: "string", integer: "number", number: "number", boolean: "boolean", null: "null" };

/** A node of the schema as a type. */
function type(node, indent) {
  const parts = [];
  if (node.$ref) parts.push(typeName(node.$ref.replace("#/$defs/", "")));
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (node.enum) return node.enum.map((one) => JSON.stringify(one)).join(" | ");
  const choices = node.oneOf ?? node.anyOf;
  if (choices) parts.push(union(choices.map((one) => type(one, indent))));
  const kinds = [node.type ?? []].flat();
  const plain = kinds.map((kind) => (kind === "object" ? object(node, indent) : kind === "array" ? list(node, indent) : PLAIN[kind]));
  if (plain.length > 0) parts.push(union(plain));
  if (parts.length === 0) return "unknown";
  return parts.length === 1 ? bare(parts[0]) : parts.join(" & ");
}

/** Several types of which it is one: in brackets, which are taken away where nothing else is said. */
function union(all) {
  const apart = all.filter((one, at) => all.indexOf(one) === at);
  return apart.length === 1 ? apart[0] : `(${apart.join(" | ")})`;
}

const bare = (words) => (words.startsWith("(") ? words.slice(1, -1) : words);

const types = Object.entries(schema.$defs)
  .map(([name, node]) => `${comment(node.description, "")}export type ${typeName(name)} = ${type(node, "")};\n`)
  .join("\n");
const text = HEAD + types;
const target = beside("messages.d.ts");

if (!check) writeFileSync(target, text);
else if (readFileSync(target, "utf8") !== text) {
  console.error("messages.d.ts is not what the schema says: run `node types/generate.mjs`");
  process.exitCode = 1;
}
