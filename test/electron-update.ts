import { EventEmitter } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type ClientRequest, type OutgoingHttpHeaders, type RequestOptions, request } from 'node:http';
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

/** An answer of the site to a request of the updater. */
export interface UpdaterAnswer {
  path: string;
  range: string | undefined;
  status: number;
  sizeInBytes: number;
}

/** Chromium makes Electron's requests. Here Node.js makes them, and a redirect is an event of the same request, as in Electron. */
class NetRequest extends EventEmitter {
  private sent: ClientRequest | undefined;
  private readonly options: RequestOptions;
  private readonly onAnswer: (answer: UpdaterAnswer) => void;
  private target = '';

  constructor(options: RequestOptions, onAnswer: (answer: UpdaterAnswer) => void) {
    super();
    this.options = { ...options, headers: { ...(options.headers as OutgoingHttpHeaders) } };
    this.onAnswer = onAnswer;
  }

  end(): void {
    const { hostname, port, path } = this.options;
    this.send(new URL(path ?? '/', `http://${hostname}:${port}`));
  }

  followRedirect(): void {
    this.send(new URL(this.target));
  }

  abort(): void {
    this.sent?.destroy();
  }

  private send(url: URL): void {
    const { headers = {} } = this.options;
    this.sent = request(url, { headers }, (response) => {
      const { statusCode: status = 0, headers: answered } = response;
      this.onAnswer({
        path: url.pathname,
        range: (headers as OutgoingHttpHeaders).range?.toString(),
        status,
        sizeInBytes: Number(answered['content-length']),
      });
      if (!answered.location) return this.emit('response', response);
      response.resume();
      this.target = new URL(answered.location, url).href;
      return this.emit('redirect', status, 'GET', this.target);
    });
    this.sent.on('error', (error) => this.emit('error', error)).end();
  }
}

class NodeHttpExecutor extends ElectronHttpExecutor {
  onAnswer: (answer: UpdaterAnswer) => void = () => {};

  createRequest(options: RequestOptions, callback: (response: unknown) => void) {
    return new NetRequest(options, (answer) => this.onAnswer(answer)).on('response', callback);
  }
}

interface UpdateOptions {
  platform?: Platform;
  channel?: 'beta';
  /** The version that the app runs, if it is not older than all releases, and the file with which it was installed. */
  installed?: { version: string; file?: Buffer };
  /** The random id that electron-updater makes at the first start and stores. */
  id?: string;
  onAnswer?: (answer: UpdaterAnswer) => void;
}

/**
 * Updates the app with electron-updater, up to the installation.
 * @returns the downloaded file, or undefined if the site offers nothing newer
 * @throws Error of the updater
 */
export async function updateWithElectron(
  siteUrl: string,
  requestHeaders: Record<string, string>,
  { platform = 'win-x64', channel, installed, id, onAnswer = () => {} }: UpdateOptions = {},
): Promise<Buffer | undefined> {
  const dir = await mkdtemp(join(tmpdir(), 'lorewright-updater-'));
  if (id) await writeFile(join(dir, '.updaterId'), id);
  const isMac = platform !== 'win-x64';
  const arch = platform === 'mac-arm64' ? 'arm64' : 'x64';
  const system = isMac ? 'darwin' : 'win32';
  vi.stubGlobal('process', Object.create(process, { arch: { value: arch }, platform: { value: system } }));
  try {
    const appUpdateConfigPath = join(dir, 'app-update.yml');
    await writeFile(appUpdateConfigPath, 'provider: generic\nupdaterCacheDirName: updates\n');
    await mkdir(join(dir, 'updates'));
    // Windows gets this file from the installer, and a Mac from the update before.
    if (installed?.file)
      await writeFile(join(dir, 'updates', isMac ? 'update.zip' : 'installer.exe'), installed.file);
    const Updater = isMac ? MacUpdater : NsisUpdater;
    const updater = new Updater(null, {
      version: installed?.version ?? '0.0.1',
      name: 'Lorewright',
      isPackaged: true,
      appUpdateConfigPath,
      userDataPath: dir,
      baseCachePath: dir,
      whenReady: async () => {},
      onQuit: () => {},
    });
    updater.logger = null;
    updater.httpExecutor = Object.assign(new NodeHttpExecutor(), { onAnswer });
    updater.autoDownload = false;
    updater.autoInstallOnAppQuit = false;
    updater.requestHeaders = requestHeaders;
    // The settings in docs/for-the-app.md.
    updater.setFeedURL({ provider: 'generic', url: `${siteUrl}/updates`, useMultipleRangeRequest: false });
    if (channel) Object.assign(updater, { channel, allowDowngrade: false });
    if (!(await updater.checkForUpdates()).isUpdateAvailable) return undefined;
    const [downloaded] = await updater.downloadUpdate();
    if (isMac) updater.closeServerIfExists();
    return await readFile(downloaded);
  } finally {
    vi.unstubAllGlobals();
    await rm(dir, { recursive: true });
  }
}
