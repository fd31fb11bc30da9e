import { describe, expect, it } from 'vitest';
import { countAcceptedDamages, createIdentity, flip, problem } from './test-signing.ts';
import {
  createInstaller,
  createWindowsPublisher,
  type InstallerEntry,
  signInstaller,
} from './test-windows-files.ts';
import { verifyWindowsInstaller } from './windows-installer.ts';

const publisher = createWindowsPublisher();
const entries: InstallerEntry[] = [
  { name: 'Tables', content: Buffer.alloc(300, 'rows ') },
  { name: 'App.cab', content: Buffer.alloc(90_000, 'the files of the app ') },
  {
    name: 'Aa',
    children: [
      { name: 'Icon', content: Buffer.alloc(5000, 'icon ') },
      { name: 'Empty', content: Buffer.alloc(0) },
    ],
  },
];
const signed = (change: object = {}) => signInstaller(entries, { ...publisher.signing, ...change });
const verify = async (bytes: Buffer) => verifyWindowsInstaller(bytes, publisher.trust);

describe('verifyWindowsInstaller', () => {
  it('tells the publisher and the time of a signed installer', async () => {
    expect(await verify(signed())).toEqual({
      publisher: 'Example Company',
      signedAt: new Date('2026-11-01T10:00:00Z'),
    });
  });

  it.each([
    ['an installer that nobody has signed', () => createInstaller(entries), /has no signature/],
    [
      'a text file',
      () => Buffer.alloc(5000, 'A sample. '),
      /is not a Windows installer, so it has no signature/,
    ],
  ])('calls %s unsigned', async (_, create, message) => {
    await expect(verify(create())).rejects.toMatchObject(problem(true, message));
  });

  it.each([
    ['the files of the app', /was changed after it was signed/],
    ['rows ', /was changed after it was signed/],
    ['icon ', /was changed after it was signed/],
    ['Example Company', /another key has made|does not lead to a root|contain the certificate/],
  ])('rejects a changed byte in "%s"', async (text, message) => {
    const bytes = signed();
    await expect(verify(flip(bytes, bytes.indexOf(text) + 1))).rejects.toMatchObject(problem(false, message));
  });

  it('covers names, sizes and times if the installer has a signature of these', async () => {
    const bytes = signed({ coversMetadata: true });
    expect(await verify(bytes)).toMatchObject({ publisher: 'Example Company' });
    const timeOfTables = bytes.indexOf(Buffer.from('Tables', 'utf16le')) + 100;
    bytes[timeOfTables] = 1;
    await expect(verify(bytes)).rejects.toThrow('its names, sizes or times differ');
  });

  it('rejects another publisher', async () => {
    const signer = createIdentity({
      commonName: 'Other Company',
      issuer: publisher.issuer,
      purpose: 'codeSigning',
    });
    await expect(verify(signed({ signer }))).rejects.toThrow('is signed by "Other Company"');
  });

  it('rejects a chain of sectors that runs in a circle', async () => {
    const bytes = signed();
    // The table of sectors is at the end; the last sector before it then leads to the first one.
    const tableAt = (bytes.readUInt32LE(76) + 1) * 512;
    for (let place = tableAt; place < bytes.length; place += 4) bytes.writeUInt32LE(0, place);
    await expect(verify(bytes)).rejects.toThrow('its list of sectors is damaged');
  });

  it('rejects a chain with a sector outside of the file, where it could hide content', async () => {
    const bytes = signed();
    const tableAt = (bytes.readUInt32LE(76) + 1) * 512;
    const first = bytes.readUInt32LE(bytes.indexOf(Buffer.from('App.cab', 'utf16le')) + 116);
    const outside = bytes.length / 512 - 1;
    const next = bytes.readUInt32LE(tableAt + first * 4);
    bytes.writeUInt32LE(outside, tableAt + first * 4);
    bytes.writeUInt32LE(next, tableAt + outside * 4);
    await expect(verify(bytes)).rejects.toThrow('its list of sectors is damaged');
  });

  it('rejects streams that share their sectors', async () => {
    const bytes = signed();
    const describes = (name: string) => bytes.indexOf(Buffer.from(name, 'utf16le'));
    bytes.copy(bytes, describes('Tables') + 116, describes('App.cab') + 116, describes('App.cab') + 124);
    await expect(verify(bytes)).rejects.toThrow('its list of sectors is damaged');
  });

  it('rejects a table that is larger than the file', async () => {
    const bytes = signed();
    bytes.writeUInt32LE(100, 44);
    await expect(verify(bytes)).rejects.toThrow('its list of sectors is damaged');
  });

  it('rejects folders that are nested without an end', async () => {
    let nested: InstallerEntry = { name: 'x', content: Buffer.from('x') };
    for (let depth = 0; depth < 5000; depth++) nested = { name: 'x', children: [nested] };
    await expect(verify(createInstaller([nested]))).rejects.toThrow('its list of sectors is damaged');
  });

  it('answers every damage with a sentence', async () => {
    const accepted = await countAcceptedDamages(signed(), 0, verify);
    expect(accepted).toBeLessThan(40);
  });
});
