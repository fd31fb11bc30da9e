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

  const { history, ...refunded } = refundedOrder('cs_1');
  const changed = (at: string, status: 'paid' | 'disputeLost') => ({
    at,
    status,
    amountRefundedInCents: 0,
    cause: 'test',
  });
  const revokedAgain = [
    ...history,
    changed('2026-12-02T08:00:00.000Z', 'paid'),
    changed('2026-12-03T08:00:00.000Z', 'disputeLost'),
  ];
  const reissues = { count: 1, at: '2026-11-28T08:00:00.000Z', requestId: 'request-1' };

  it.each([
    ['a disputed payment', paidOrder('cs_1', { status: 'disputed' }), 'active, the order is disputed'],
    ['a refund', refundedOrder('cs_1'), 'revoked since 2026-12-01T08:00:00.000Z, the order is refunded'],
    [
      'a second revocation',
      { ...refunded, status: 'disputeLost' as const, history: revokedAgain },
      'revoked since 2026-12-03T08:00:00.000Z, the order is disputeLost',
    ],
    [
      'a file that was issued again',
      paidOrder('cs_1', { reissues }),
      'replaced, the license was reissued at 2026-11-28T08:00:00.000Z',
    ],
    [
      'a revocation after that',
      paidOrder('cs_1', { reissues, status: 'disputeLost' }),
      'revoked, the order is disputeLost',
    ],
    [
      'the second payment for one license',
      paidOrder('cs_1', { licensedAt: undefined, refundReason: 'duplicate' }),
      'never active, the payment is refunded (duplicate)',
    ],
    [
      'a withdrawal',
      { ...refundedOrder('cs_1'), refundReason: 'withdrawn' as const, withdrawnAt: '2026-12-01' },
      'revoked, the buyer withdrew at 2026-12-01',
    ],
    [
      'an order without a buyer',
      paidOrder('cs_1', { userId: undefined }),
      'the account of its holder was deleted',
    ],
  ])('says the state after %s', async (_, order, words) => {
    const { works, lines } = await check(license, { order });
    expect(lines.at(-1)).toBe(`  state    ${words}`);
    expect(works).toBe(words.startsWith('active'));
  });

  it('finds an account that is being deleted', async () => {
    const { works, lines } = await check(license, { accounts: [] });
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

  it('accepts the file that was issued again', async () => {
    const reissued = await signLicense({ ...testClaims, jti: 'cs_1.1' }, signer);
    expect(await check(reissued, { order: paidOrder('cs_1', { reissues }) })).toMatchObject({ works: true });
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
