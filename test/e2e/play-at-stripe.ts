import { expect } from './fixtures.ts';

/** Acts as the buyer's bank or the team at Stripe, with the form of the local page for payments. */
export async function playAtStripe(siteUrl: string, form: Record<string, string>): Promise<void> {
  const response = await fetch(`${siteUrl}/__local/stripe`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
  expect(response.status).toBe(303);
}
