import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createRequire, registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { Platform } from '../contract/rules/platforms.ts';

// The Mac's updater hands its download to Squirrel.Mac, which only Electron on a Mac has.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: 'file:///electron.cjs', shortCircuit: true } : next(specifier, context),
  load: (url, context, next) =>
    url === 'file:///electron.cjs'
      ? {
          format: 'commonjs',
          source: `const { EventEmitter } = require('node:events');
            exports.autoUpdater = Object.assign(new EventEmitter(), { setFeedURL() {} }).setMaxListeners(0);`,
          shortCircuit: true,
        }
      : next(url, context),
});

// Internal modules, because the package itself needs Electron.
const require = createRequire(import.meta.url);
const { MacUpdater } = require('electron-updater/out/MacUpdater.js');
const { NsisUpdater } = require('electron-updater/out/NsisUpdater.js');
const { ElectronHttpExecutor } = require('electron-updater/out/electronHttpExecutor.js');

/** Chromium makes Electron's requests. Here Node.js makes them, and the library follows redirects. */
class NodeHttpExecutor extends ElectronHttpExecutor {
  createRequest(options: object, callback: (response: unknown) => void) {
    return request(options, callback);
  }
}

interface Installation {
  /** A release that is older than all others if it is missing. */
  version?: string;
  /** The random id that electron-updater makes at the first start and stores. */
  id?: string;
}

/**
 * Updates the app with electron-updater, up to the installation.
 * @returns the downloaded file, or undefined if the site offers nothing newer
 * @throws Error of the updater
 */
export async function updateWithElectron(
  siteUrl: string,
  requestHeaders: Record<string, string>,
  platform: Platform = 'win-x64',
  { version = '0.0.1', id }: Installation = {},
): Promise<Buffer | undefined> {
  const dir = await mkdtemp(join(tmpdir(), 'lorewright-updater-'));
  if (id) await writeFile(join(dir, '.updaterId'), id);
  const isMac = platform !== 'win-x64';
  const arch = platform === 'mac-arm64' ? 'arm64' : 'x64';
  vi.stubGlobal('process', Object.create(process, { arch: { value: arch } }));
  try {
    const appUpdateConfigPath = join(dir, 'app-update.yml');
    await writeFile(appUpdateConfigPath, 'provider: generic\nupdaterCacheDirName: updates\n');
    const Updater = isMac ? MacUpdater : NsisUpdater;
    const updater = new Updater(null, {
      version,
      name: 'Lorewright',
      isPackaged: true,
      appUpdateConfigPath,
      userDataPath: dir,
      baseCachePath: dir,
      whenReady: async () => {},
      onQuit: () => {},
    });
    updater.logger = null;
    updater.httpExecutor = new NodeHttpExecutor();
    updater._testOnlyOptions = { platform: isMac ? 'darwin' : 'win32' };
    updater.autoDownload = false;
    updater.autoInstallOnAppQuit = false;
    updater.requestHeaders = requestHeaders;
    updater.setFeedURL({ provider: 'generic', url: `${siteUrl}/updates` });
    if (!(await updater.checkForUpdates()).isUpdateAvailable) return undefined;
    const [downloaded] = await updater.downloadUpdate();
    if (isMac) updater.closeServerIfExists();
    return await readFile(downloaded);
  } finally {
    vi.unstubAllGlobals();
    await rm(dir, { recursive: true });
  }
}
