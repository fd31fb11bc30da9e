import type Stripe from 'stripe';
import { describe, expect, it, vi } from 'vitest';
import { expireCheckout } from './expire-checkout.ts';

describe('expireCheckout', () => {
  const expire = (answer: Promise<unknown>) => {
    const request = vi.fn(() => answer);
    const stripe = { checkout: { sessions: { expire: request } } } as unknown as Stripe;
    return { request, expired: expireCheckout(stripe, 'cs_1') };
  };

  it('returns true for a session that was open', async () => {
    const { expired, request } = expire(Promise.resolve({}));
    expect(await expired).toBe(true);
    expect(request).toHaveBeenCalledExactlyOnceWith('cs_1');
  });

  it('returns false for a session that Stripe cannot expire', async () => {
    const error = Object.assign(new Error('Not open.'), { type: 'StripeInvalidRequestError' });
    expect(await expire(Promise.reject(error)).expired).toBe(false);
  });

  it('throws when Stripe does not respond', async () => {
    const error = Object.assign(new Error('Timeout.'), { type: 'StripeConnectionError' });
    await expect(expire(Promise.reject(error)).expired).rejects.toBe(error);
  });
});
