// What is said of a name: Markdown of which paragraphs, blocks of code and words of code are shown. All of it is text;
// nothing in it becomes an element by itself.

/** @param {string} markdown */
export function said(markdown) {
  const box = document.createElement("div");
  box.className = "cm-said";
  const blocks = markdown.split(/^```[^\n]*\n([\s\S]*?)^```[^\n]*$/m);
  blocks.forEach((block, number) => {
    if (number % 2 === 1) return box.append(element("pre", block.trimEnd()));
    for (const words of block.split(/\n\s*\n/)) if (words.trim()) box.append(paragraph(words.trim()));
  });
  return box;
}

/** @param {string} words */
function paragraph(words) {
  const box = element("p", "");
  // Of a link what it is called is shown.
  const plain = words.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/^#+ |\*\*/gm, "");
  plain.split(/`([^`]*)`/).forEach((part, number) => box.append(number % 2 === 1 ? element("code", part) : part));
  return box;
}

/** @param {string} name @param {string} words */
function element(name, words) {
  const made = document.createElement(name);
  made.textContent = words;
  return made;
}
