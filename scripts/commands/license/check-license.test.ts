import { describe, expect, it } from 'vitest';
import { signLicense } from '../../../lambdas/domain/licenses/sign-license.ts';
import {
  testClaims,
  testLicense,
  testSigner,
} from '../../../lambdas/domain/licenses/test-changed-licenses.ts';
import type { StoredOrder } from '../../../lambdas/domain/orders/order-store.ts';
import { paidOrder, refundedOrder } from '../../../lambdas/domain/orders/test-orders.ts';
import { checkLicense } from './check-license.ts';

const { signer, keys, license } = await testLicense();
const forged = await signLicense(testClaims, testSigner(signer.keyId));
const ofOtherKey = await signLicense(testClaims, testSigner());

function check(
  text: string,
  {
    order = paidOrder('cs_1') as StoredOrder | undefined,
    siteName = 'lorewright-prod',
    accounts = ['user-1'],
  } = {},
) {
  return checkLicense(text, {
    siteName,
    readKeys: async () => keys as never,
    orders: { find: async (orderId) => (order?.orderId === orderId ? order : undefined) },
    hasAccount: async (userId) => accounts.includes(userId),
  });
}

describe('checkLicense', () => {
  it('says in words what an active license contains', async () => {
    const named = await signLicense({ ...testClaims, name: 'Ana' }, signer);
    expect(await check(named)).toEqual({
      works: true,
      lines: [
        'A license that lorewright-prod signed',
        '  holder   Ana, ana@example.test',
        '  plan     lifetime',
        '  kind     purchase',
        `  since    ${new Date(testClaims.iat * 1000).toISOString()}`,
        '  license  cs_1',
        '  state    active, the order is paid',
      ],
    });
  });

  it('names a holder without a name by address only', async () => {
    expect((await check(license)).lines).toContain('  holder   ana@example.test');
  });

  it('finds a license that was revoked', async () => {
    const { works, lines } = await check(license, { order: refundedOrder('cs_1') });
    expect(works).toBe(false);
    expect(lines.at(-1)).toBe('  state    revoked since 2026-12-01T08:00:00.000Z, the order is refunded');
  });

  it.each([
    ['an order without a buyer', { order: paidOrder('cs_1', { userId: undefined }) }],
    ['an account that is being deleted', { accounts: [] }],
  ])('finds a deleted account: %s', async (_, world) => {
    const { works, lines } = await check(license, world);
    expect(works).toBe(false);
    expect(lines.at(-1)).toBe('  state    the account of its holder was deleted');
  });

  it('says what to do about an order that is not in the table', async () => {
    const { works, lines } = await check(license, { order: paidOrder('cs_2') });
    expect(works).toBe(false);
    expect(lines.slice(-2).join('\n')).toMatch(/no such order\nLook for it in the Stripe dashboard/);
  });

  it('says that the order has another file since', async () => {
    const licenseFile = await signLicense({ ...testClaims, email: 'new@example.test' }, signer);
    const { works, lines } = await check(license, { order: paidOrder('cs_1', { licenseFile }) });
    expect(works).toBe(true);
    expect(lines.at(-1)).toMatch(/^The order has another file now/);
    const { lines: same } = await check(license, { order: paidOrder('cs_1', { licenseFile: license }) });
    expect(same.at(-1)).toBe('  state    active, the order is paid');
  });

  it('finds the order of a file that was issued again', async () => {
    const order = paidOrder('cs_1', {
      reissues: { count: 1, at: '2026-11-28T08:00:00.000Z', requestId: '1' },
    });
    expect((await check(license, { order })).lines.at(-1)).toMatch(/replaced, the license was reissued/);
    const reissued = await signLicense({ ...testClaims, jti: 'cs_1.1' }, signer);
    expect(await check(reissued, { order })).toMatchObject({ works: true });
  });

  it('reports a line break at the end, which the app removes', async () => {
    const { works, lines } = await check(`${license}\n`);
    expect(works).toBe(true);
    expect(lines.at(-1)).toMatch(/^The file has spaces or line breaks around the license/);
  });

  it.each([
    ['a damaged file', forged, {}, 'damaged'],
    ['another kind of file', 'hello', {}, 'This is not a license file.'],
    ['another stage', license, { siteName: 'lorewright-dev' }, 'for lorewright-prod, not for lorewright-dev'],
    ['an unknown key', ofOtherKey, {}, 'an unknown key'],
  ])('says what to do about %s', async (_, text, world, reason) => {
    await expect(check(text, world)).rejects.toThrow(reason);
    await expect(check(text, world)).rejects.toThrow('name that with --stage');
  });

  it('passes other errors on unchanged', async () => {
    const error = new Error('The keys are away.');
    const away = { siteName: 'lorewright-prod', readKeys: () => Promise.reject(error) };
    await expect(
      checkLicense(license, {
        ...away,
        orders: { find: async () => undefined },
        hasAccount: async () => true,
      }),
    ).rejects.toBe(error);
  });
});
