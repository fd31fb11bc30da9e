import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { verifyWebhook } from './verify-webhook.ts';

const secret = 'whsec_test';
const payload = '{\n  "id": "evt_1",\n  "type": "checkout.session.completed"\n}';
const sign = (options: { payload?: string; secret?: string; timestamp?: number } = {}) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, ...options });
const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;

test('an event that Stripe signed is read', () => {
  expect(verifyWebhook(payload, sign(), secret)).toMatchObject({ id: 'evt_1' });
});

test('an event on its way for four minutes is still good', () => {
  expect(verifyWebhook(payload, sign({ timestamp: secondsAgo(4 * 60) }), secret)).toMatchObject({
    id: 'evt_1',
  });
});

test('while the secret is rotated, Stripe signs with both and one is enough', () => {
  const other = sign({ secret: 'whsec_other' }).replace(/^t=\d+,/, '');
  expect(verifyWebhook(payload, `${sign()},${other}`, secret)).toMatchObject({ id: 'evt_1' });
});

describe('is refused, in the same words whatever is wrong:', () => {
  test.each([
    ['a missing signature', payload, undefined],
    ['an empty signature', payload, ''],
    ['a signature that is none', payload, 'good'],
    ['a time without signature', payload, `t=${secondsAgo(0)}`],
    ['a signature with another secret', payload, sign({ secret: 'whsec_other' })],
    ['a body changed by one space', payload.replace('\n}', ' \n}'), sign()],
    ['a body parsed and written again', JSON.stringify(JSON.parse(payload)), sign()],
    ['an empty body', '', sign()],
    ['a signature older than five minutes', payload, sign({ timestamp: secondsAgo(6 * 60) })],
    ['a time changed afterwards', payload, sign().replace(/^t=\d+/, `t=${secondsAgo(-5)}`)],
    ['a scheme meant for tests', payload, sign().replace('v1=', 'v0=')],
    ['a signed body that is not JSON', 'hello', sign({ payload: 'hello' })],
  ])('%s', (_, body, signature) => {
    expect(() => verifyWebhook(body, signature, secret)).toThrow(
      expect.objectContaining({
        code: 'invalid-argument',
        message: 'The signature is missing, wrong or too old.',
      }),
    );
  });
});
