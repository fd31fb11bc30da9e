import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { JSONWebKeySet } from 'jose';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { licenseRequired } from '../../../contract/operations/license-required.ts';
import type { Group } from '../../../contract/records/groups.ts';
import { orderStatuses } from '../../../contract/records/order-states.ts';
import { AppError } from '../../platform/app-error.ts';
import type { StoredOrder } from '../orders/order-store.ts';
import type { StoredUser } from '../users/user-store.ts';
import { authorizeUpdater } from './authorize-updater.ts';
import { claimsOf, signLicense } from './sign-license.ts';

const siteName = 'lorewright-prod';
const now = new Date('2026-11-23T10:00:00Z');

function newKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const keyId = randomUUID();
  const signer = { keyId, sign: async (message: Uint8Array) => sign(null, message, privateKey) };
  return { signer, jwk: { ...publicKey.export({ format: 'jwk' }), kid: keyId, alg: 'EdDSA', use: 'sig' } };
}
const key = newKey();
const holder = { userId: 'user-1', email: 'ana@example.test', displayName: 'Ana' };
const claims = claimsOf({
  siteName,
  order: { orderId: 'cs_1', amountInCents: 4900, licensedAt: '2026-11-20T10:00:00.000Z' },
  holder,
});
const license = await signLicense(claims, key.signer);
const paid = { orderId: 'cs_1', userId: 'user-1', status: 'paid' } as StoredOrder;

let order: StoredOrder | undefined;
let user: Pick<StoredUser, 'licenses'> | undefined;
let groups: Group[];
const keys = {
  read: vi.fn<(now: Date) => Promise<JSONWebKeySet>>(),
  readAgain: vi.fn<(now: Date) => Promise<JSONWebKeySet>>(),
};

beforeEach(() => {
  order = paid;
  user = { licenses: { cs_1: '2026-11-20T10:00:00.000Z' } };
  groups = ['paid'];
  keys.read.mockReset().mockResolvedValue({ keys: [key.jwk] });
  keys.readAgain.mockReset().mockResolvedValue({ keys: [key.jwk] });
});

const authorize = (header: string | undefined) =>
  authorizeUpdater(
    {
      siteName,
      keys,
      tokens: {
        async verify(token) {
          if (token !== 'good.access.token') throw new AppError('unauthenticated', 'Please sign in again.');
          return { userId: 'user-1', groups };
        },
      },
      orders: { find: async (orderId) => (order?.orderId === orderId ? order : undefined) },
      users: { find: async () => user as StoredUser | undefined },
    },
    header,
    now,
  );

/** The error of a refused header, whose message is for people and never repeats the header. */
async function refusal(header: string | undefined): Promise<AppError> {
  const error = await authorize(header).then(
    () => expect.fail('It was accepted.'),
    (thrown: unknown) => thrown as AppError,
  );
  expect(error).toBeInstanceOf(AppError);
  expect(error.message).toMatch(/\.$/);
  for (const part of (header ?? '').split(/[ .]/).filter(({ length }) => length > 8))
    expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain(part);
  return error;
}

describe('authorizeUpdater', () => {
  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['the scheme alone', 'License'],
    ['the scheme and a space', 'License '],
    ['a license without its scheme', license],
    ['of another scheme', `Basic ${license}`],
    ['of a scheme that begins the same', `Licensed ${license}`],
    ['a license with a colon', `License: ${license}`],
    ['a license and a word', `License ${license} more`],
    ['a token and a license', `Bearer good.access.token, License ${license}`],
  ])('says what an update needs when the header is %s', async (_, header) => {
    expect(await refusal(header)).toMatchObject({ code: 'unauthenticated', message: licenseRequired });
  });
});

const digest = (text: string) => createHash('sha256').update(text).digest('base64url');

describe('a license that was reissued', () => {
  const reissues = { count: 2, at: '2026-11-21T10:00:00.000Z', requestId: 'request-1' };
  const issue = (jti: string) => signLicense({ ...claims, jti }, key.signer);

  it.each(['cs_1', 'cs_1.1'])('opens no updates with the earlier file %s', async (jti) => {
    order = { ...paid, reissues };
    expect(await refusal(`License ${await issue(jti)}`)).toMatchObject({
      code: 'permission-denied',
      message: expect.stringMatching(/replaced by a newer one.*Download it|download its file/),
    });
  });

  it('opens updates with the newest file, which is not counted with the others', async () => {
    order = { ...paid, reissues };
    const file = await issue('cs_1.2');
    expect(await authorize(`License ${file}`)).toEqual({ counted: digest(file), licenseId: 'cs_1.2' });
  });

  it('opens updates when a restored table has lost the reissue', async () => {
    expect(await authorize(`License ${await issue('cs_1.1')}`)).toMatchObject({ licenseId: 'cs_1.1' });
  });
});

describe('a license', () => {
  it('has a separate limit from the earlier file of its order, which still works', async () => {
    const renamed = await signLicense({ ...claims, email: 'new@example.test' }, key.signer);
    const [before, after] = [await authorize(`License ${license}`), await authorize(`License ${renamed}`)];
    expect(after.licenseId).toBe(before.licenseId);
    expect(after.counted).not.toBe(before.counted);
  });

  it.each(['License', 'license', 'LICENSE', 'License  '])(
    'is accepted with the scheme %s, and is limited by its file and its order',
    async (scheme) => {
      expect(await authorize(`${scheme} ${license}`)).toEqual({
        counted: digest(license),
        licenseId: 'cs_1',
      });
      expect(keys.readAgain).not.toHaveBeenCalled();
    },
  );

  it.each([
    ['a changed one', `${license.slice(0, -8)}AAAAAAAA`],
    ['a part of one', license.slice(0, 40)],
    ['an access token', 'good.access.token'],
    ['a huge text', 'A'.repeat(100_000)],
  ])('is refused when it is %s', async (_, text) => {
    const { code, message } = await refusal(`License ${text}`);
    expect(code).toBe('unauthenticated');
    expect(message).toMatch(/Download the license file again from your account page\.$/);
  });

  it('is refused when another stage issued it', async () => {
    const other = await signLicense({ ...claims, iss: 'lorewright-dev' }, key.signer);
    expect(await refusal(`License ${other}`)).toMatchObject({
      code: 'unauthenticated',
      message: expect.stringContaining('The license is for lorewright-dev, not for lorewright-prod.'),
    });
  });

  it('is accepted with a key that was published after the keys were read', async () => {
    const added = newKey();
    keys.readAgain.mockResolvedValue({ keys: [key.jwk, added.jwk] });
    expect(await authorize(`License ${await signLicense(claims, added.signer)}`)).toMatchObject({
      licenseId: 'cs_1',
    });
    expect(keys.readAgain).toHaveBeenCalledExactlyOnceWith(now);
  });

  it('is refused with a key that is not published', async () => {
    const forged = await signLicense(claims, newKey().signer);
    expect(await refusal(`License ${forged}`)).toMatchObject({
      code: 'unauthenticated',
      message: expect.stringContaining('The license was signed with an unknown key.'),
    });
  });

  it('reports unreadable keys as an internal error', async () => {
    keys.read.mockRejectedValue(new Error('Access Denied'));
    await expect(authorize(`License ${license}`)).rejects.toThrow(/^Access Denied$/);
  });

  it.each(orderStatuses)('follows the state %s of its order', async (status) => {
    order = { ...paid, status };
    const givesUpdates = ['free', 'paid', 'partlyRefunded', 'disputed', 'disputeWon'].includes(status);
    if (givesUpdates)
      return expect(await authorize(`License ${license}`)).toEqual({
        counted: digest(license),
        licenseId: 'cs_1',
      });
    expect(await refusal(`License ${license}`)).toMatchObject({
      code: 'permission-denied',
      message: expect.stringMatching(/^This license was refunded or its payment was disputed/),
    });
  });

  it('is refused when the refund of its order is pending', async () => {
    order = { ...paid, refundReason: 'duplicate' };
    expect((await refusal(`License ${license}`)).code).toBe('permission-denied');
  });

  it('is refused without an order', async () => {
    order = undefined;
    expect(await refusal(`License ${license}`)).toMatchObject({
      code: 'permission-denied',
      message: 'We found no order for this license. Please write to us.',
    });
  });

  it('is refused after its account was deleted', async () => {
    const { userId: _, ...withoutBuyer } = paid;
    order = withoutBuyer as StoredOrder;
    expect(await refusal(`License ${license}`)).toMatchObject({
      code: 'permission-denied',
      message: 'The account of this license was deleted, so it gets no updates.',
    });
  });
});

describe('an access token', () => {
  const bearer = 'Bearer good.access.token';

  it.each<[string, typeof user, Group[]]>([
    ['a license', { licenses: { cs_1: '2026-11-20T10:00:00.000Z' } }, ['paid']],
    ['a license of two', { licenses: { cs_2: '2026-11-20T10:00:00.000Z' } }, []],
    ['no license, like every download', {}, []],
    ['no record yet', undefined, []],
    ['a revoked license, and the group vip', { licenses: {} }, ['vip', 'paid']],
    ['a revoked license, and the group admin', { licenses: {} }, ['admin']],
  ])('is accepted from a user with %s, and counts by the user', async (_, record, memberOf) => {
    [user, groups] = [record, memberOf];
    expect(await authorize(bearer)).toEqual({ counted: 'user-1' });
  });

  it.each<Group[][]>([[[]], [['paid']]])(
    'is refused when all licenses were revoked and the groups are %j',
    async (memberOf) => {
      [user, groups] = [{ licenses: {} }, memberOf];
      expect(await refusal(bearer)).toMatchObject({
        code: 'permission-denied',
        message: expect.stringMatching(/^Your license has ended or was passed on/),
      });
    },
  );

  it('is refused when it is not valid', async () => {
    expect((await refusal('Bearer forged.access.token')).code).toBe('unauthenticated');
  });

  it('is not read as a license', async () => {
    expect((await refusal(`Bearer ${license}`)).code).toBe('unauthenticated');
    expect(keys.read).not.toHaveBeenCalled();
  });
});
