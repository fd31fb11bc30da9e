import { existsSync } from 'node:fs';
import chromium from '@sparticuz/chromium';

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

// What Chromium would otherwise look up at its maker's, and the sandbox, which root cannot have.
const quietArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** `CHROME_PATH`, else an installed Chromium or Chrome, else the one that npm has installed (Linux). */
export async function findBrowser(): Promise<{ executablePath: string; args: string[] }> {
  const executablePath = process.env.CHROME_PATH ?? installed.find((path) => existsSync(path));
  if (executablePath) return { executablePath, args: quietArguments };
  // Not with the arguments the package proposes: they switch the web's own security off, which these tests are about.
  return { executablePath: await chromium.executablePath(), args: quietArguments };
}
