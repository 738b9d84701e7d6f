// The studio over the engine in the page: a first board, a rule that is changed, and a pack that goes through a link.
import { DESK } from "../../serve/browser/browser.mjs";

/** @param {{ address: string, visitor: (how?: object) => Promise<import("../../serve/browser/browser.mjs").Visitor> }} given */
export async function studio({ address, visitor }) {
  const { page } = await visitor({ ...DESK, permissions: ["clipboard-read", "clipboard-write"] });
  const began = Date.now();
  await page.goto(address);
  await page.locator(".board .tile").first().waitFor({ timeout: 30_000 });
  const first = Date.now() - began;
  await page.locator(".studio[data-busy=false]").waitFor({ timeout: 30_000 });
  const quiet = Date.now() - began;
  const again = Date.now();
  await page.reload();
  await page.locator(".board .tile").first().waitFor({ timeout: 30_000 });
  const second = Date.now() - again;
  await page.locator(".studio[data-busy=false]").waitFor({ timeout: 30_000 });

  // What a program would choose is asked of this engine as of a server.
  await page.locator("[data-action=consider]").click();
  await page.locator(".considered tbody tr").first().waitFor({ timeout: 30_000 });

  // A program plays, and the game goes on.
  await page.locator("[data-action=play-turn]").click();
  await page.waitForFunction(() => Number(document.querySelector(".bar output")?.textContent?.split("/")[1]) > 0);

  // What is typed counts at once.
  await page.locator("[data-tab=source]").click();
  const edit = page.locator("[data-action=edit]");
  if ((await edit.getAttribute("aria-checked")) !== "true") await edit.click();
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("rule wrongly at nowhere {\n");
  await page.locator(".cm-lintRange-error").first().waitFor();
  await page.keyboard.press("Control+z");
  for (let times = 0; times < 30 && (await page.locator(".cm-lintRange-error").count()) > 0; times += 1) {
    await page.keyboard.press("Control+z");
    await page.waitForTimeout(700);
  }
  if ((await page.locator(".cm-lintRange-error").count()) > 0) throw new Error("what was taken back is still wrong");

  // A link holds the pack; who opens it takes it up or leaves it.
  await page.locator(".bar [data-action=files]").click();
  await page.locator("dialog.files [data-action=share]").click();
  const link = await page.locator("dialog.files input[name=link]").inputValue();
  const other = (await visitor(DESK)).page;
  await other.goto(link);
  await other.locator("dialog.arrived li").first().waitFor({ timeout: 30_000 });
  const listed = await other.locator("dialog.arrived li code").allTextContents();
  if (listed.length !== 3) throw new Error(`the link brought ${listed}`);
  await other.locator("[data-action=take-pack]").click();
  await other.locator("dialog.arrived").waitFor({ state: "detached" });
  if (other.url() !== address) throw new Error(`the link is still at ${other.url()}`);
  for (const broken of [`${link.slice(0, -40)}`, `${address}#pack=AAAA`, `${address}#pack=%00`]) {
    await other.goto("about:blank");
    await other.goto(broken);
    await other.locator("dialog.arrived .wrong", { hasText: /link/ }).waitFor({ timeout: 30_000 });
    await other.locator("[data-action=leave-pack]").click();
  }
  return `first board after ${first} ms, all looked at after ${quiet} ms, again after ${second} ms; a link of ${link.length} characters`;
}
