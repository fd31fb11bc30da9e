import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import chromium from '@sparticuz/chromium';

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

// These disable Chromium's background requests, and the sandbox, which does not work for root.
const quietArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const cacheFolder = resolve('node_modules/.cache/browser');

/** Playwright's launch options. */
interface Browser {
  executablePath: string;
  args: string[];
  env?: Record<string, string>;
}

/**
 * The browser in `CHROME_PATH`, otherwise on Linux (x64) the one from npm, otherwise an installed
 * Chromium or Chrome.
 */
export async function findBrowser(): Promise<Browser> {
  const isPackaged = process.platform === 'linux' && process.arch === 'x64';
  const chosen = process.env.CHROME_PATH ?? (isPackaged ? undefined : findInstalled());
  const executablePath = chosen ?? (await extractBrowser());
  return {
    executablePath,
    args: quietArguments,
    env: { ...definedEnvironment(), FONTCONFIG_FILE: fontSettings() },
  };
}

const findInstalled = () => installed.find((path) => existsSync(path));

/**
 * The package extracts its browser into the temporary folder and accepts any file of that name,
 * even of another version or half written. So each version is extracted to its own folder and moved
 * into place.
 */
async function extractBrowser(): Promise<string> {
  const { version } = JSON.parse(readFileSync('node_modules/@sparticuz/chromium/package.json', 'utf8'));
  const folder = join(cacheFolder, version);
  if (!existsSync(folder)) {
    mkdirSync(cacheFolder, { recursive: true });
    const temporary = mkdtempSync(join(cacheFolder, 'extracting-'));
    const { TMPDIR } = process.env;
    process.env.TMPDIR = temporary;
    try {
      await chromium.executablePath();
      renameSync(temporary, folder);
    } catch (error) {
      rmSync(temporary, { recursive: true, force: true });
      // Another process may have been faster.
      if (!existsSync(folder)) throw error;
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
    }
  }
  return join(folder, 'chromium');
}

/**
 * Fonts with the widths of Arial and Georgia, which the fallback fonts rely on: Macs and PCs have
 * those, a bare Linux machine has neither. Without them, text moves when the web fonts arrive.
 */
function fontSettings(): string {
  const file = join(cacheFolder, 'fonts.conf');
  const folders = ['arimo', 'gelasio'].map((name) => resolve(`node_modules/@expo-google-fonts/${name}`));
  const settings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
${folders.map((folder) => `  <dir>${folder}</dir>`).join('\n')}
  <cachedir>${join(cacheFolder, 'fonts')}</cachedir>
</fontconfig>
`;
  mkdirSync(cacheFolder, { recursive: true });
  if (!existsSync(file) || readFileSync(file, 'utf8') !== settings) {
    const temporary = `${file}.${process.pid}`;
    writeFileSync(temporary, settings);
    renameSync(temporary, file);
  }
  return file;
}

const definedEnvironment = () =>
  Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
