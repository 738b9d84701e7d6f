// The packs that can be begun with: the templates of `rota new`. The first one is there when the page is opened first.
export const TEMPLATES = /** @type {const} */ (["piece", "tiles", "event", "scoring", "edition"]);
