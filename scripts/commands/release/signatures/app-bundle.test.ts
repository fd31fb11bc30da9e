import { describe, expect, it, vi } from 'vitest';
import { verifyAppBundle } from './app-bundle.ts';
import { createApp, createTeam, infoOf, zipApp } from './test-mac-files.ts';
import { countAcceptedDamages, flip, problem } from './test-signing.ts';

const team = createTeam();
const app = (change: object = {}) => createApp({ ...team.signing, ...change });
const verify = (files: Record<string, Buffer>) => verifyAppBundle(zipApp(files), team.trust);

/** The app with a change of one file; without a content, it is removed. */
function withFile(path: string, content?: Buffer): Record<string, Buffer> {
  const { [path]: _, ...others } = app();
  return content ? { ...others, [path]: content } : others;
}

const flipIn = (path: string, place: number) => withFile(path, flip(app()[path] ?? Buffer.alloc(0), place));

describe('verifyAppBundle', () => {
  it('tells the publisher and the time of a signed app', async () => {
    expect(await verify(app())).toMatchObject({
      publisher: 'Example Company (A1B2C3D4E5)',
      signedAt: new Date('2026-11-01T10:00:00Z'),
    });
  });

  it.each([
    ['an app that nobody has signed', () => createApp(), /main program without a signature/],
    ['an app with checksums only', () => app({ isAdHoc: true }), /only checksums/],
    ['an app without a ticket', () => app({ ticketOf: undefined }), /no stapled ticket/],
  ])('calls %s unsigned', async (_, create, message) => {
    await expect(verify(create())).rejects.toMatchObject(problem(true, message));
  });

  it.each([
    ['a changed program', () => flipIn('MacOS/Example App', 9000), /was changed after it was signed/],
    ['changed scripts', () => flipIn('Resources/app.asar', 50), /Resources\/app\.asar differs/],
    [
      'a changed list of resources',
      () => flipIn('_CodeSignature/CodeResources', 10),
      /list of resources differs|not an XML/,
    ],
    [
      'another Info.plist',
      () => withFile('Info.plist', Buffer.from(`${infoOf('Example App')} `)),
      /Info\.plist differs/,
    ],
    ['a missing resource', () => withFile('Resources/app.asar'), /Resources\/app\.asar is missing/],
    [
      'an added resource',
      () => withFile('Resources/more.js', Buffer.from('1')),
      /Resources\/more\.js, which its signature leaves out/,
    ],
    [
      'an added program',
      () => withFile('MacOS/more', Buffer.from('1')),
      /MacOS\/more, which its signature leaves out/,
    ],
    [
      'a ticket of another build',
      () => withFile('CodeResources', Buffer.from('s8ch another')),
      /ticket of another build/,
    ],
    ['no program', () => withFile('MacOS/Example App'), /does not contain its main program/],
    [
      'a program outside of the app',
      () => withFile('Info.plist', infoOf('../../Other')),
      /names no main program/,
    ],
    [
      'an Info.plist in another format',
      () => withFile('Info.plist', Buffer.from('bplist00')),
      /not an XML property list/,
    ],
    ['another team', () => app({ teamId: 'Z9Z9Z9Z9Z9' }), /the team in settings.ts is A1B2C3D4E5/],
  ])('rejects an app with %s', async (_, create, message) => {
    await expect(verify(create())).rejects.toMatchObject(problem(false, message));
  });

  it('rejects a second app beside it', async () => {
    const bytes = zipApp({ ...app(), '../../Other.app/Contents/Info.plist': infoOf('Other') });
    await expect(verifyAppBundle(bytes, team.trust)).rejects.toThrow('contains more than one app');
  });

  it('rejects a path that is there twice, which programs unpack differently', async () => {
    const files = { ...app(), 'Resources/a.js': Buffer.from('1'), 'Resources/b.js': Buffer.from('2') };
    const bytes = Buffer.from(zipApp(files).toString('latin1').replaceAll('b.js', 'a.js'), 'latin1');
    await expect(verifyAppBundle(bytes, team.trust)).rejects.toThrow('Resources/a.js twice');
  });

  it('rejects an archive that unpacks to more than a disk holds', async () => {
    const bytes = zipApp(app());
    for (
      let entry = bytes.indexOf('PK\u0001\u0002');
      entry !== -1;
      entry = bytes.indexOf('PK\u0001\u0002', entry + 1)
    )
      bytes.writeUInt32LE(0xfffffffe, entry + 24);
    await expect(verifyAppBundle(bytes, team.trust)).rejects.toThrow('unpacks to more than an app has');
  });

  it('rejects a file that fills the memory', async () => {
    const bytes = zipApp(app());
    bytes.writeUInt32LE(1024 ** 3 + 1, bytes.indexOf('PK\u0001\u0002') + 24);
    await expect(verifyAppBundle(bytes, team.trust)).rejects.toThrow('unpacks to more than an app has');
  });

  it('reports a bug as it is, not as a damaged archive', async () => {
    const normalize = vi.spyOn(String.prototype, 'normalize').mockImplementation(() => {
      throw new TypeError('a bug');
    });
    await expect(verify(app()).finally(() => normalize.mockRestore())).rejects.toThrow(TypeError);
  });

  it('rejects a path that leaves the archive', async () => {
    await expect(verify({ ...app(), '../../../evil': Buffer.from('1') })).rejects.toThrow(
      'is not a readable .zip',
    );
  });

  it('rejects an archive that was cut off', async () => {
    const bytes = zipApp(app());
    await expect(verifyAppBundle(bytes.subarray(0, -10), team.trust)).rejects.toThrow(
      'is not a readable .zip',
    );
  });

  it('answers every damage with a sentence', async () => {
    const accepted = await countAcceptedDamages(zipApp(app()), 0, (file) =>
      verifyAppBundle(file, team.trust),
    );
    expect(accepted).toBeLessThan(60);
  });
});
