import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Internal modules, because the package itself needs Electron.
const require = createRequire(import.meta.url);
const { NsisUpdater } = require('electron-updater/out/NsisUpdater.js');
const { ElectronHttpExecutor } = require('electron-updater/out/electronHttpExecutor.js');

/** Chromium makes Electron's requests. Here Node.js makes them, and the library follows redirects. */
class NodeHttpExecutor extends ElectronHttpExecutor {
  createRequest(options: object, callback: (response: unknown) => void) {
    return request(options, callback);
  }
}

/**
 * Updates an old version of the app for Windows as electron-updater does, up to the installation.
 * @returns the downloaded installer
 * @throws Error of the updater
 */
export async function updateWithElectron(
  siteUrl: string,
  requestHeaders: Record<string, string>,
): Promise<Buffer> {
  const dir = await mkdtemp(join(tmpdir(), 'lorewright-updater-'));
  try {
    const appUpdateConfigPath = join(dir, 'app-update.yml');
    await writeFile(appUpdateConfigPath, 'provider: generic\nupdaterCacheDirName: updates\n');
    const updater = new NsisUpdater(null, {
      version: '0.0.1',
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
    updater._testOnlyOptions = { platform: 'win32' };
    updater.autoDownload = false;
    updater.requestHeaders = requestHeaders;
    updater.setFeedURL({ provider: 'generic', url: `${siteUrl}/updates` });
    await updater.checkForUpdates();
    const [installer] = await updater.downloadUpdate();
    return await readFile(installer);
  } finally {
    await rm(dir, { recursive: true });
  }
}
