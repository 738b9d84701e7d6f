// What the page keeps in the browser: tokens for as long as its tab is there, settings for longer.

const TOKEN = "rota token ";
const SETTING = "rota ";

/** The token of this address: from behind `#`, which is then cleaned, or from before a reload. */
export function token() {
  const name = TOKEN + location.pathname;
  const given = location.hash.slice(1);
  if (given) {
    sessionStorage.setItem(name, given);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem(name) ?? "";
}

/**
 * A setting, or what it is where nobody has set it.
 * @param {string} name
 * @param {string} usual
 */
export function setting(name, usual) {
  try {
    return localStorage.getItem(SETTING + name) ?? usual;
  } catch {
    return usual;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function set(name, value) {
  try {
    localStorage.setItem(SETTING + name, value);
  } catch {
    // Without storage it holds until the page is left.
  }
}
