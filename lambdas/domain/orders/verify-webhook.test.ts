import Stripe from 'stripe';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { WebhookSecrets } from '../../platform/stripe.ts';
import { verifyWebhook } from './verify-webhook.ts';

const secret = 'whsec_test';
const payload = '{\n  "id": "evt_1",\n  "type": "checkout.session.completed"\n}';
const sign = (options: { payload?: string; secret?: string; timestamp?: number } = {}) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, ...options });
const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;

const current = vi.fn<WebhookSecrets['current']>();
const renewed = vi.fn<WebhookSecrets['renewed']>();
const verify = (body: string, signature: string | undefined) =>
  verifyWebhook(body, signature, { current, renewed });

beforeEach(() => {
  current.mockReset().mockResolvedValue([secret]);
  renewed.mockReset().mockResolvedValue([secret]);
});

test('reads an event that Stripe signed', async () => {
  expect(await verify(payload, sign())).toMatchObject({ id: 'evt_1' });
  expect(renewed).not.toHaveBeenCalled();
});

test('accepts an event that is four minutes old', async () => {
  expect(await verify(payload, sign({ timestamp: secondsAgo(4 * 60) }))).toMatchObject({ id: 'evt_1' });
});

describe('during a rotation of the secret', () => {
  test('accepts an event if one of two signatures is valid', async () => {
    const other = sign({ secret: 'whsec_other' }).replace(/^t=\d+,/, '');
    expect(await verify(payload, `${sign()},${other}`)).toMatchObject({ id: 'evt_1' });
  });

  test.each(['whsec_old', 'whsec_new'])('accepts a signature with either secret: %s', async (signing) => {
    current.mockResolvedValue(['whsec_new', 'whsec_old']);
    expect(await verify(payload, sign({ secret: signing }))).toMatchObject({ id: 'evt_1' });
    expect(renewed).not.toHaveBeenCalled();
  });

  test('accepts a new secret although the old one is cached', async () => {
    renewed.mockResolvedValue(['whsec_new', secret]);
    expect(await verify(payload, sign({ secret: 'whsec_new' }))).toMatchObject({ id: 'evt_1' });
  });

  test('rejects a signature with an unknown secret right after the secrets were read', async () => {
    renewed.mockResolvedValue(null);
    await expect(verify(payload, sign({ secret: 'whsec_new' }))).rejects.toThrow('The signature is');
  });
});

describe('an invalid signature', () => {
  test.each([
    ['a missing signature', payload, undefined],
    ['an empty signature', payload, ''],
    ['a malformed signature', payload, 'good'],
    ['a time without signature', payload, `t=${secondsAgo(0)}`],
    ['a signature with another secret', payload, sign({ secret: 'whsec_other' })],
    ['a body changed by one space', payload.replace('\n}', ' \n}'), sign()],
    ['a body parsed and serialized again', JSON.stringify(JSON.parse(payload)), sign()],
    ['an empty body', '', sign()],
    ['a signature older than five minutes', payload, sign({ timestamp: secondsAgo(6 * 60) })],
    ['a time changed afterwards', payload, sign().replace(/^t=\d+/, `t=${secondsAgo(-5)}`)],
    ['a scheme meant for tests', payload, sign().replace('v1=', 'v0=')],
    ['a signed body that is not JSON', 'hello', sign({ payload: 'hello' })],
  ])('rejects %s with the same message as all others', async (_, body, signature) => {
    await expect(verify(body, signature)).rejects.toThrow(
      expect.objectContaining({
        code: 'invalid-argument',
        message: 'The signature is missing, wrong or too old.',
      }),
    );
  });
});
