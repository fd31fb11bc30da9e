import { describe, expect, it } from 'vitest';
import { verifyDiskImage } from './disk-image.ts';
import { createDiskImage, createTeam } from './test-mac-files.ts';
import { countAcceptedDamages, createIdentity, flip, problem } from './test-signing.ts';

const team = createTeam();
const signed = (change: object = {}) => createDiskImage({ ...team.signing, ...change });
const verify = async (bytes: Buffer, trust = team.trust) => verifyDiskImage(bytes, trust);

function withOffset(place: number, value: bigint): Buffer {
  const bytes = signed();
  bytes.writeBigUInt64BE(value, bytes.length - 512 + place);
  return bytes;
}

describe('verifyDiskImage', () => {
  it('tells the publisher and the time of a signed image', async () => {
    expect(await verify(signed())).toMatchObject({
      publisher: 'Example Company (A1B2C3D4E5)',
      signedAt: new Date('2026-11-01T10:00:00Z'),
    });
  });

  it('accepts an image that is signed for old systems as well', async () => {
    expect(await verify(signed({ forOldSystems: 'complete' }))).toMatchObject({
      signedAt: new Date('2026-11-01T10:00:00Z'),
    });
  });

  it.each([
    ['an image that nobody has signed', () => createDiskImage(), /has no signature/],
    ['an image with checksums only', () => signed({ isAdHoc: true }), /has no signature, only checksums/],
    ['an image without a ticket', () => signed({ ticketOf: undefined }), /no stapled ticket/],
    ['a text file', () => Buffer.alloc(5000, 'A sample. '), /is not a disk image, so it has no signature/],
    ['an empty file', () => Buffer.alloc(0), /is not a disk image, so it has no signature/],
  ])('calls %s unsigned', async (_, create, message) => {
    await expect(verify(create())).rejects.toMatchObject(problem(true, message));
  });

  it.each([
    ['with a changed byte', () => flip(signed(), 10_000), /was changed after it was signed/],
    ['with a changed trailer', () => flip(signed(), signed().length - 300), /its trailer differs/],
    [
      'with the ticket of another build',
      () => signed({ ticketOf: () => Buffer.from('s8ch another') }),
      /ticket of another build/,
    ],
    ['for old systems', () => signed({ forOldSystems: 'SHA-1 only' }), /is signed with SHA-1 only/],
    [
      'whose SHA-256 digests nobody has signed',
      () => signed({ forOldSystems: 'forgets SHA-256' }),
      /code directory that nobody has signed/,
    ],
    ['without a timestamp', () => signed({ timestamp: undefined }), /signed without a timestamp/],
    [
      'without the certificate between it and the root',
      () => signed({ others: [] }),
      /does not lead to a root/,
    ],
    [
      'whose code names another team',
      () => signed({ teamId: 'Z9Z9Z9Z9Z9' }),
      /the team in settings.ts is A1B2C3D4E5/,
    ],
    ['with a signature that starts beyond its end', () => withOffset(296, 2n ** 60n), /nobody has signed/],
    ['with a signature that starts later', () => withOffset(296, 30_000n), /nobody has signed/],
    ['with an endless signature', () => withOffset(304, 2n ** 62n), /nobody has signed/],
    [
      'whose last bytes nobody has signed',
      () => signed({ leavesOut: 100 }),
      /code that its signature leaves out/,
    ],
    [
      'with data behind its signature',
      () => Buffer.concat([signed().subarray(0, -512), Buffer.alloc(100), signed().subarray(-512)]),
      /nobody has signed/,
    ],
    ['that was cut off at the start', () => signed().subarray(100), /nobody has signed/],
  ])('rejects an image %s', async (_, create, message) => {
    await expect(verify(create())).rejects.toMatchObject(problem(false, message));
  });

  it('rejects another team', async () => {
    const other = createTeam({ teamId: 'Z9Z9Z9Z9Z9' });
    await expect(
      verify(createDiskImage(other.signing), { ...other.trust, teamId: 'A1B2C3D4E5' }),
    ).rejects.toThrow(
      'is signed by the team Z9Z9Z9Z9Z9 ("Developer ID Application: Example Company (Z9Z9Z9Z9Z9)")',
    );
    const pretends = createDiskImage({ ...other.signing, teamId: 'A1B2C3D4E5' });
    await expect(verify(pretends, { ...other.trust, teamId: 'A1B2C3D4E5' })).rejects.toThrow(
      'is signed by the team Z9Z9Z9Z9Z9',
    );
  });

  it('rejects our team in a certificate of an unknown root', async () => {
    await expect(verify(createDiskImage(createTeam().signing))).rejects.toThrow('does not lead to a root');
  });

  it('rejects a certificate of Apple that is for something else', async () => {
    const authority = createTeam({ issuerMarks: [] });
    await expect(verify(createDiskImage(authority.signing), authority.trust)).rejects.toThrow(
      'is not a Developer ID Application',
    );
    const developer = createTeam({ marks: ['1.2.840.113635.100.6.1.2'] });
    await expect(verify(createDiskImage(developer.signing), developer.trust)).rejects.toThrow(
      'is not a Developer ID Application',
    );
  });

  it('rejects a certificate with a critical extension that it does not support', async () => {
    const signer = createIdentity({
      commonName: 'Developer ID Application: Example Company',
      organizationalUnit: 'A1B2C3D4E5',
      issuer: team.issuer,
      purpose: 'codeSigning',
      marks: ['1.2.840.113635.100.6.1.13', '1.2.3.4'],
    });
    await expect(verify(signed({ signer }))).rejects.toThrow('the critical extension 1.2.3.4');
  });

  it('answers every damage with a sentence', async () => {
    const accepted = await countAcceptedDamages(signed(), 19_500, verify);
    expect(accepted).toBeLessThan(15);
  });
});
