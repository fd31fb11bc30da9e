import { describe, expect, it } from 'vitest';
import type { Build } from '../../../contract/records/release.ts';
import { fileOf, manifestOf } from '../../../lambdas/domain/releases/test-release.ts';
import type { BuildFolder } from './build-folders.ts';
import { readProvenanceTrust } from './signatures/provenance.ts';
import { createApp, createDiskImage, createTeam, zipApp } from './signatures/test-mac-files.ts';
import {
  createProgram,
  createWindowsPublisher,
  signInstaller,
  signProgram,
} from './signatures/test-windows-files.ts';
import { describeVerification, readBuildTrust, verifySignatures } from './verify-signatures.ts';

const publisher = createWindowsPublisher();
const team = createTeam();
const trust = {
  windows: publisher.trust,
  apple: team.trust,
  provenance: await readProvenanceTrust(undefined),
};
const dmg = createDiskImage(team.signing);
const zip = zipApp(createApp(team.signing));
const exe = signProgram(createProgram(), publisher.signing);
const msi = signInstaller([{ name: 'Tables', content: Buffer.alloc(300, 'rows ') }], publisher.signing);

/** A folder with these files, whatever their platform. */
const folderOf = (files: Record<string, Buffer>): BuildFolder => ({
  name: 'build',
  list: async () => Object.keys(files),
  read: async (_, fileName) => files[fileName] ?? Buffer.alloc(0),
});

const builds = (change: Partial<Record<'mac-arm64' | 'mac-x64' | 'win-x64', Partial<Build>>> = {}) => {
  const mac = {
    minimumSystem: 'macOS 12',
    installer: fileOf('App.dmg'),
    updateArchive: fileOf('App.zip'),
  };
  const win = { minimumSystem: 'Windows 10', installer: fileOf('App.exe') };
  return {
    'mac-arm64': { ...mac, ...change['mac-arm64'] },
    'mac-x64': { ...mac, ...change['mac-x64'] },
    'win-x64': { ...win, ...change['win-x64'] },
  };
};

describe('verifySignatures', () => {
  const files = { 'App.dmg': dmg, 'App.zip': zip, 'App.exe': exe, 'App.msi': msi };

  it('stores the facts of each signed file', async () => {
    const signed = await verifySignatures(folderOf(files), builds(), trust);
    expect([signed.unsigned, signed.invalid]).toEqual([[], []]);
    const signedAt = '2026-11-01T10:00:00.000Z';
    expect(signed.builds['mac-x64']).toMatchObject({
      installer: { signature: { publisher: 'Example Company (A1B2C3D4E5)', signedAt } },
      updateArchive: { signature: { publisher: 'Example Company (A1B2C3D4E5)', signedAt } },
    });
    expect(signed.builds['win-x64'].installer.signature).toEqual({ publisher: 'Example Company', signedAt });
  });

  it('verifies an .msi', async () => {
    const change = { 'win-x64': { installer: fileOf('App.msi') } };
    const signed = await verifySignatures(folderOf(files), builds(change), trust);
    expect(signed.builds['win-x64'].installer.signature?.publisher).toBe('Example Company');
  });

  it('leaves an archive to the updater that verifies its .sig', async () => {
    const archive = { ...fileOf('App.tar.gz'), updaterSignature: 'signed by us' };
    const change = { 'mac-x64': { updateArchive: archive } };
    expect(await verifySignatures(folderOf(files), builds(change), trust)).toMatchObject({
      unsigned: [],
      invalid: [],
    });
  });

  it.each([
    ['mac-x64', 'App.pkg', 'is a .pkg, whose signature this command cannot verify.'],
    ['mac-x64', 'App.tar.gz', 'is a .tar.gz, whose signature this command cannot verify.'],
    ['win-x64', 'App.zip', 'is a .zip, whose signature this command cannot verify.'],
  ] as const)('cannot verify %s/%s', async (platform, name, message) => {
    const change = { [platform]: { installer: fileOf(name) } };
    const { unsigned } = await verifySignatures(folderOf(files), builds(change), trust);
    expect(unsigned).toEqual([`${platform}/${name} ${message}`]);
  });

  it('separates wrong signatures from missing ones', async () => {
    const changed = Buffer.from(dmg);
    changed[0] = 0;
    const { unsigned, invalid } = await verifySignatures(
      folderOf({ ...files, 'App.dmg': changed, 'App.exe': createProgram() }),
      builds(),
      trust,
    );
    expect(unsigned).toEqual(['win-x64/App.exe has no signature.']);
    expect(invalid).toEqual(
      ['mac-arm64', 'mac-x64'].map((platform) => `${platform}/App.dmg was changed after it was signed.`),
    );
  });
});

describe('describeVerification', () => {
  it('names the limits only if there is a signature', () => {
    const { builds: plain } = manifestOf('1.2.0');
    expect(describeVerification(plain)).toEqual([]);
    plain['win-x64'].installer.signature = { publisher: 'Example Company', signedAt: '2026-11-01T10:00:00Z' };
    expect(describeVerification(plain)).toEqual([
      'win-x64/App-1.2.0.exe was signed by Example Company at 2026-11-01T10:00:00Z.',
      expect.stringContaining('Not verified here: whether a certificate was revoked'),
    ]);
  });
});

describe('readBuildTrust', () => {
  it('reads only roots that sign themselves and may issue certificates', async () => {
    const { windows, apple } = await readBuildTrust(new Date());
    const roots = [...windows.codeSigningRoots, ...windows.timestampRoots, ...apple.roots];
    expect(roots.length).toBeGreaterThan(40);
    for (const { x509 } of roots) {
      expect(x509.ca).toBe(true);
      expect(x509.verify(x509.publicKey)).toBe(true);
    }
    expect(apple.roots.map(({ x509 }) => x509.fingerprint256)).toEqual([
      'B0:B1:73:0E:CB:C7:FF:45:05:14:2C:49:F1:29:5E:6E:DA:6B:CA:ED:7E:2C:68:C5:BE:91:B5:A1:10:01:F0:24',
    ]);
  });
});
