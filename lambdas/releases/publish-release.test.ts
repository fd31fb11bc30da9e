import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ReleaseManifest } from '../../contract/release.ts';
import { publishRelease } from './publish-release.ts';
import type { ReleaseStore } from './release-store.ts';

const file = (fileName: string, sizeInBytes: number) => ({ fileName, sizeInBytes, sha256: 'a'.repeat(64) });
const manifest: ReleaseManifest = {
  version: '1.2.0',
  date: '2025-09-01T00:00:00Z',
  files: {
    'mac-arm64': file('arm64.dmg', 100),
    'mac-x64': file('x64.dmg', 200),
    'win-x64': file('setup.exe', 300),
  },
};

let sizes: Record<string, number>;
let manifests: Record<string, ReleaseManifest>;
let current: string | undefined;
const setCurrent = vi.fn<ReleaseStore['setCurrent']>();

beforeEach(() => {
  current = undefined;
  setCurrent.mockReset().mockImplementation(async ({ version }) => {
    current = version;
  });
  manifests = { '1.2.0': manifest };
  sizes = {
    'releases/1.2.0/mac-arm64/arm64.dmg': 100,
    'releases/1.2.0/mac-x64/x64.dmg': 200,
    'releases/1.2.0/win-x64/setup.exe': 300,
  };
});

function publish(version = '1.2.0') {
  const store: Partial<ReleaseStore> = {
    manifest: async (version) => manifests[version],
    currentVersion: async () => current,
    sizeOf: async (key) => sizes[key],
    setCurrent,
  };
  return publishRelease(store as ReleaseStore, version, 'https://site.test');
}

test('a complete release becomes the current one', async () => {
  expect(await publish()).toEqual([]);
  expect(setCurrent).toHaveBeenCalledExactlyOnceWith({
    version: '1.2.0',
    mac: {
      arm64: 'https://site.test/download?platform=mac-arm64',
      x64: 'https://site.test/download?platform=mac-x64',
    },
    win: 'https://site.test/download?platform=win-x64',
  });
});

describe('where another release is current', () => {
  beforeEach(() => {
    current = '1.1.0';
    manifests['1.1.0'] = { ...manifest, version: '1.1.0', date: '2025-08-01T00:00:00Z' };
  });

  test('a newer one takes its place', async () => {
    expect(await publish()).toEqual([]);
    expect(current).toBe('1.2.0');
  });

  test('one of the same day takes its place', async () => {
    manifests['1.1.0'] = { ...manifest, version: '1.1.0' };
    expect(await publish()).toEqual([]);
    expect(current).toBe('1.2.0');
  });

  test('it takes its place although the manifest of that one is gone', async () => {
    delete manifests['1.1.0'];
    expect(await publish()).toEqual([]);
    expect(current).toBe('1.2.0');
  });
});

test('the same release may be published again', async () => {
  expect(await publish()).toEqual([]);
  expect(await publish()).toEqual([]);
  expect(current).toBe('1.2.0');
});

describe('nothing changes', () => {
  test('when a newer release is current: the event of this one came late', async () => {
    current = '1.3.0';
    manifests['1.3.0'] = { ...manifest, version: '1.3.0', date: '2025-10-01T00:00:00Z' };
    expect(await publish()).toEqual([]);
    expect(setCurrent).not.toHaveBeenCalled();
  });

  test('without a manifest', async () => {
    manifests = {};
    expect(await publish()).toEqual(['There is no manifest of 1.2.0.']);
    expect(setCurrent).not.toHaveBeenCalled();
  });

  test('when the manifest is of another version', async () => {
    manifests['1.3.0'] = manifest;
    expect(await publish('1.3.0')).toEqual(['The manifest in the folder of 1.3.0 is of 1.2.0.']);
    expect(setCurrent).not.toHaveBeenCalled();
  });

  test('when a file is missing', async () => {
    delete sizes['releases/1.2.0/win-x64/setup.exe'];
    expect(await publish()).toEqual(['win-x64/setup.exe is missing.']);
    expect(setCurrent).not.toHaveBeenCalled();
  });

  test('when a file came only in part', async () => {
    sizes['releases/1.2.0/mac-x64/x64.dmg'] = 199;
    expect(await publish()).toEqual(['mac-x64/x64.dmg has 199 bytes instead of 200.']);
    expect(setCurrent).not.toHaveBeenCalled();
  });

  test('and every problem is named at once', async () => {
    sizes = { 'releases/1.2.0/mac-arm64/arm64.dmg': 0 };
    expect(await publish()).toHaveLength(3);
    expect(setCurrent).not.toHaveBeenCalled();
  });
});
