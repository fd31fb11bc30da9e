import type Stripe from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { openTestAccount } from './test-account.ts';

let stripe: Stripe;

beforeEach(async () => {
  ({ stripe } = await openTestAccount());
});

const create = (params: Partial<Stripe.WebhookEndpointCreateParams> = {}) =>
  stripe.webhookEndpoints.create({
    url: 'https://site.test/hook',
    enabled_events: ['checkout.session.expired'],
    ...params,
  });

describe('webhook endpoint', () => {
  it('returns its secret only when it is created', async () => {
    const { id, secret, ...made } = await create();
    expect(secret).toMatch(/^whsec_/);
    expect(made).toMatchObject({ object: 'webhook_endpoint', status: 'enabled' });
    const [listed] = (await stripe.webhookEndpoints.list()).data;
    expect(listed).toMatchObject({ id });
    expect(listed).not.toHaveProperty('secret');
  });

  it('can be changed, disabled and deleted', async () => {
    const { id } = await create();
    const changed = await stripe.webhookEndpoints.update(id, {
      enabled_events: ['*'],
      metadata: { by: 'setup' },
      disabled: true,
    });
    expect(changed).toMatchObject({
      enabled_events: ['*'],
      metadata: { by: 'setup' },
      status: 'disabled',
    });
    expect(changed).not.toHaveProperty('secret');
    expect(await stripe.webhookEndpoints.update(id, { disabled: false })).toMatchObject({
      enabled_events: ['*'],
      status: 'enabled',
    });
    expect(await stripe.webhookEndpoints.del(id)).toEqual(expect.objectContaining({ id, deleted: true }));
    expect((await stripe.webhookEndpoints.list()).data).toEqual([]);
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
