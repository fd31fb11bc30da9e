import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Listening, listen } from '../../server/listen.ts';
import { readBody } from '../../server/read-body.ts';
import { openTestAccount, type TestAccount } from './test-account.ts';

let account: TestAccount;
let stripe: Stripe;
let server: Listening;
let requests: { body: string; signature: string }[];

beforeEach(async () => {
  account = await openTestAccount(['charge.refunded']);
  stripe = account.stripe;
  requests = [];
  server = await listen(async (request, response) => {
    const body = (await readBody(request)).toString();
    requests.push({ body, signature: String(request.headers['stripe-signature']) });
    response.end();
  });
});

afterEach(async () => {
  await account.service.stop();
  await server.close();
});

const create = (params: Partial<Stripe.WebhookEndpointCreateParams> = {}) =>
  stripe.webhookEndpoints.create({
    url: `${server.endpoint}/hook`,
    enabled_events: ['checkout.session.expired'],
    description: 'Ours',
    ...params,
  });
const expireOne = async () => account.service.actions.expire((await account.openSession()).id);

describe('webhook endpoint', () => {
  it('returns its secret only when it is created', async () => {
    const { id, secret, ...made } = await create();
    expect(secret).toMatch(/^whsec_/);
    expect(made).toMatchObject({ object: 'webhook_endpoint', status: 'enabled', description: 'Ours' });
    expect(await stripe.webhookEndpoints.retrieve(id)).not.toHaveProperty('secret');
    const [listed] = (await stripe.webhookEndpoints.list()).data;
    expect(listed).toMatchObject({ id });
    expect(listed).not.toHaveProperty('secret');
  });

  it('receives the events of its types, signed with its own secret', async () => {
    const { secret = '' } = await create();
    const { chargeId } = await account.buy();
    await account.service.actions.refund(chargeId);
    const { id: sessionId } = await expireOne();
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    const [{ body, signature } = { body: '', signature: '' }] = requests;
    expect(stripe.webhooks.constructEvent(body, signature, secret)).toMatchObject({
      type: 'checkout.session.expired',
      data: { object: { id: sessionId } },
    });
    expect(() => stripe.webhooks.constructEvent(body, signature, 'whsec_test')).toThrow(
      Stripe.errors.StripeSignatureVerificationError,
    );
    expect(account.takeTypes()).toEqual(['charge.refunded']);
  });

  it('can be changed, disabled and deleted', async () => {
    const { id } = await create();
    const changed = await stripe.webhookEndpoints.update(id, {
      enabled_events: ['*'],
      description: '',
      metadata: { by: 'setup' },
      url: `${server.endpoint}/other`,
    });
    expect(changed).toMatchObject({
      enabled_events: ['*'],
      description: null,
      metadata: { by: 'setup' },
      url: `${server.endpoint}/other`,
    });
    expect(changed).not.toHaveProperty('secret');
    expect(await stripe.webhookEndpoints.update(id, { disabled: true })).toMatchObject({
      status: 'disabled',
    });
    await expireOne();
    expect((await stripe.events.list({ delivery_success: false })).data).toEqual([]);
    expect(await stripe.webhookEndpoints.update(id, { disabled: false })).toMatchObject({
      status: 'enabled',
    });
    const { id: sessionId } = await expireOne();
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]?.body).toContain(sessionId);
    expect(await stripe.webhookEndpoints.del(id)).toEqual(expect.objectContaining({ id, deleted: true }));
    await expect(stripe.webhookEndpoints.retrieve(id)).rejects.toMatchObject({ statusCode: 404 });
  });

  it('counts in pending_webhooks of an event', async () => {
    await account.service.actions.hold();
    await create({ enabled_events: ['*'] });
    const { chargeId } = await account.buy();
    await account.service.actions.refund(chargeId);
    const pending = async () =>
      Object.fromEntries(
        (await stripe.events.list()).data.map(({ type, pending_webhooks }) => [type, pending_webhooks]),
      );
    expect(await pending()).toMatchObject({ 'charge.refunded': 2, 'refund.created': 1 });
    await account.service.actions.release();
    await vi.waitFor(async () =>
      expect(await pending()).toMatchObject({ 'charge.refunded': 0, 'refund.created': 0 }),
    );
  });

  it.each<[string, object, object]>([
    ['no URL', { url: undefined }, { param: 'url' }],
    ['a URL that is not HTTP', { url: 'ftp://example.com' }, { code: 'url_invalid' }],
    ['no events', { enabled_events: [] }, { param: 'enabled_events' }],
    ['an unknown event type', { enabled_events: ['everything'] }, { param: 'enabled_events[0]' }],
  ])('is refused with %s', async (_, wrong, error) => {
    await expect(create(wrong)).rejects.toMatchObject(error);
    expect((await stripe.webhookEndpoints.list()).data).toEqual([]);
  });
});
