import { describe, expect, it } from 'vitest';
import { countAcceptedDamages, createIdentity, flip, problem } from './test-signing.ts';
import { createProgram, createWindowsPublisher, signProgram } from './test-windows-files.ts';
import { verifyWindowsProgram } from './windows-program.ts';

const publisher = createWindowsPublisher();

const signed = (change: object = {}) => signProgram(createProgram(), { ...publisher.signing, ...change });
const verify = async (bytes: Buffer, change: object = {}) =>
  verifyWindowsProgram(bytes, { ...publisher.trust, ...change });
const tableAt = createProgram().length;

/** The program with another number at a place of its headers. */
function withNumber(place: number, value: number): Buffer {
  const bytes = signed();
  bytes.writeUInt32LE(value, place);
  return bytes;
}

describe('verifyWindowsProgram', () => {
  it('tells the publisher and the time of a signed program', async () => {
    expect(await verify(signed())).toEqual({
      publisher: 'Example Company',
      signedAt: new Date('2026-11-01T10:00:00Z'),
    });
  });

  it('accepts the old form of a timestamp', async () => {
    const timestamp = { ...publisher.signing.timestamp, isOld: true };
    expect(await verify(signed({ timestamp }))).toMatchObject({ signedAt: new Date('2026-11-01T10:00:00Z') });
  });

  it('rejects an authority that its issuer has limited', async () => {
    const sign = (limits: Partial<Parameters<typeof createIdentity>[0]>) => {
      const authority = { issuer: publisher.root, isAuthority: true };
      const upper = createIdentity({ commonName: 'Upper CA', ...authority, ...limits });
      const lower = createIdentity({ commonName: 'Lower CA', ...authority, issuer: upper });
      const signer = createIdentity({ commonName: 'Example Company', issuer: lower, purpose: 'codeSigning' });
      return verify(signed({ signer, others: [lower, upper] }));
    };
    expect(await sign({})).toMatchObject({ publisher: 'Example Company' });
    expect(await sign({ maxBelow: 1, purpose: 'codeSigning' })).toMatchObject({
      publisher: 'Example Company',
    });
    await expect(sign({ maxBelow: 0 })).rejects.toThrow('does not lead to a root');
    await expect(sign({ purpose: 'timestamps' })).rejects.toThrow('does not lead to a root');
  });

  it('accepts a certificate that has expired since the timestamp', async () => {
    const old = createWindowsPublisher({ validFrom: '2026-10-30', validUntil: '2026-11-02' });
    expect(await verify(signProgram(createProgram(), old.signing), old.trust)).toMatchObject({
      publisher: 'Example Company',
    });
  });

  it.each([
    ['a program that nobody has signed', () => createProgram(), /has no signature/],
    [
      'a text file',
      () => Buffer.alloc(5000, 'A sample. '),
      /is not a Windows program, so it has no signature/,
    ],
    ['an empty file', () => Buffer.alloc(0), /is not a Windows program, so it has no signature/],
  ])('calls %s unsigned', async (_, create, message) => {
    await expect(verify(create())).rejects.toMatchObject(problem(true, message));
  });

  it.each([
    ['without a timestamp', () => signed({ timestamp: undefined }), /signed without a timestamp/],
    [
      'with a timestamp of the future',
      () => signed({ timestamp: { ...publisher.signing.timestamp, at: '2026-12-02T00:00:00Z' } }),
      /timestamp in the future/,
    ],
    [
      'with the timestamp of another signature',
      () => signed({ timestamp: { ...publisher.signing.timestamp, of: Buffer.from('another') } }),
      /has a timestamp of another signature/,
    ],
    [
      'with a timestamp that the signer made itself',
      () => signed({ timestamp: { authority: publisher.signing.signer, at: '2026-11-01T10:00:00Z' } }),
      /"Example Company" that is not made for this/,
    ],
    [
      'without the certificate between it and the root',
      () => signed({ others: [] }),
      /does not lead to a root/,
    ],
    [
      'with a table of signatures beyond its end',
      () => withNumber(0x98 + 112 + 32, 0xfffffff0),
      /ends before all of its parts/,
    ],
    ['with headers beyond its end', () => withNumber(60, 0xfffffff0), /ends before all of its parts/],
    [
      'with a signature that is longer than its table',
      () => withNumber(tableAt, 0x7fffffff),
      /more or other data/,
    ],
    ['with data behind the table', () => Buffer.concat([signed(), Buffer.from('more')]), /nobody has signed/],
    ['that was cut off', () => signed().subarray(0, -100), /ends before all of its parts/],
    ['with hidden data', () => signed({ hidden: Buffer.from('evil') }), /data behind its signature/],
    ['with room for hidden data', () => signed({ hidden: Buffer.alloc(100) }), /data behind its signature/],
    [
      'with a signature of another kind of content',
      () => signed({ claimedType: '1.2.3' }),
      /its type of content differs/,
    ],
    [
      'that another key has signed',
      () => signed({ signer: { ...publisher.signing.signer, key: publisher.issuer.key } }),
      /that another key has made/,
    ],
    [
      'with a certificate without a purpose',
      () => signed({ signer: createIdentity({ commonName: 'Example Company', issuer: publisher.issuer }) }),
      /is not made for this/,
    ],
    [
      'with the old form of a timestamp of another signature',
      () =>
        signed({ timestamp: { ...publisher.signing.timestamp, isOld: true, of: Buffer.from('another') } }),
      /its digest differs/,
    ],
    [
      'with the old form of a timestamp of an unknown authority',
      () => signed({ timestamp: { ...createWindowsPublisher().signing.timestamp, isOld: true } }),
      /does not lead to a root/,
    ],
  ])('rejects a program %s', async (_, create, message) => {
    await expect(verify(create())).rejects.toMatchObject(problem(false, message));
  });

  it('rejects another publisher', async () => {
    const signer = createIdentity({
      commonName: 'Other Company',
      issuer: publisher.issuer,
      purpose: 'codeSigning',
    });
    await expect(verify(signed({ signer }))).rejects.toThrow(
      'is signed by "Other Company", but the publisher in settings.ts is "Example Company"',
    );
  });

  it('rejects our name in a certificate of an unknown root', async () => {
    const stranger = createWindowsPublisher();
    await expect(verify(signProgram(createProgram(), stranger.signing))).rejects.toThrow(
      'does not lead to a root',
    );
  });

  it('rejects a certificate that another certificate without that right has issued', async () => {
    const signer = createIdentity({
      commonName: 'Example Company',
      issuer: publisher.signing.signer,
      purpose: 'codeSigning',
    });
    await expect(
      verify(signed({ signer, others: [publisher.signing.signer, publisher.issuer] })),
    ).rejects.toThrow('does not lead to a root');
  });

  it('rejects a certificate that was not valid at the time of the timestamp', async () => {
    const expired = createWindowsPublisher({ validUntil: '2026-10-31' });
    await expect(verify(signProgram(createProgram(), expired.signing), expired.trust)).rejects.toThrow(
      'was not valid on 2026-11-01',
    );
  });

  it('rejects a certificate that is not for code', async () => {
    const signer = createIdentity({
      commonName: 'Example Company',
      issuer: publisher.issuer,
      purpose: 'timestamps',
    });
    await expect(verify(signed({ signer }))).rejects.toThrow('is not made for this');
  });

  it('gives up on certificates that have issued each other', async () => {
    const own = createIdentity({ commonName: 'Own CA', isAuthority: true });
    const others = Array.from({ length: 30 }, () =>
      createIdentity({ commonName: 'Own CA', issuer: own, key: own.key, isAuthority: true }),
    );
    const signer = createIdentity({ commonName: 'Example Company', issuer: own, purpose: 'codeSigning' });
    await expect(verify(signed({ signer, others }))).rejects.toThrow('has too many certificates');
  });

  it('rejects every changed byte of the program', async () => {
    const bytes = signed();
    for (const place of [0, 0x90, 0x1ff, 0x200, 3000, tableAt - 1]) {
      await expect(verify(flip(bytes, place))).rejects.toThrow();
    }
    const changed = Buffer.from(bytes);
    changed[3000] = 0;
    await expect(verify(changed)).rejects.toThrow('was changed after it was signed');
  });

  it('does not cover the checksum, which signing changes', async () => {
    expect(await verify(withNumber(0xd8, 0x12345678))).toMatchObject({ publisher: 'Example Company' });
  });

  it('answers every damage with a sentence', async () => {
    expect(await countAcceptedDamages(signed(), tableAt - 400, verify)).toBeLessThan(20);
  });
});
