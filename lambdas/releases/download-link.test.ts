import { expect, test, vi } from 'vitest';
import { downloadLink } from './download-link.ts';
import type { ReleaseStore } from './release-store.ts';

const file = (fileName: string, sizeInBytes: number) => ({ fileName, sizeInBytes, sha256: 'a'.repeat(64) });
const files = {
  'mac-arm64': file('arm64.dmg', 100),
  'mac-x64': file('x64.dmg', 200),
  'win-x64': file('setup.exe', 300),
};
const presign = vi.fn(async (key: string) => `https://builds.test/${key}?signed`);
const storeWith = (store: Partial<ReleaseStore>) => ({ presign, ...store }) as ReleaseStore;
const date = '2025-09-01T00:00:00Z';

test.each([
  ['mac-arm64', 'arm64.dmg', 100],
  ['mac-x64', 'x64.dmg', 200],
  ['win-x64', 'setup.exe', 300],
] as const)(
  '%s gets its file of the current version, by a link for five minutes',
  async (platform, name, size) => {
    const manifest = vi.fn(async (version: string) => ({ version, date, files }));
    const releases = storeWith({ currentVersion: async () => '1.2.0', manifest });
    const key = `releases/1.2.0/${platform}/${name}`;
    expect(await downloadLink(releases, platform)).toEqual({
      url: `https://builds.test/${key}?signed`,
      fileName: name,
      version: '1.2.0',
      sizeInBytes: size,
    });
    expect(manifest).toHaveBeenCalledWith('1.2.0');
    expect(presign).toHaveBeenLastCalledWith(key, name, 300);
  },
);

test.each([
  ['before the first release', storeWith({ currentVersion: async () => undefined })],
  [
    'while the manifest of the current one is missing',
    storeWith({ currentVersion: async () => '1.2.0', manifest: async () => undefined }),
  ],
])('%s the download is unavailable', async (_, releases) => {
  await expect(downloadLink(releases, 'win-x64')).rejects.toMatchObject({ code: 'unavailable' });
});
