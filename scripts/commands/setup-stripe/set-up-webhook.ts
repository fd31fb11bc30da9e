import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import { stripeEventTypes } from '../../../contract/events/stripe-events.ts';
import type { KeptSecret } from './kept-secret.ts';
import type { Step } from './step.ts';

interface WebhookOptions {
  /** Where Stripe is to send its events. */
  url: string;
  /** The signing secrets that the site accepts, the newest first. */
  secret: KeptSecret;
  /** Whether to have another signing secret. */
  isRolling: boolean;
}

/** Which endpoints are ours to replace and to remove; one that a person made in the Dashboard is not. */
const madeBy = 'setup:stripe';

/**
 * Brings the webhook endpoint in step with the events that we listen to, and its signing secret to where the site reads it.
 *
 * Stripe tells a signing secret once, when the endpoint is made. So the endpoint keeps a fingerprint of it, written before the secret is
 * stored: an endpoint whose secret is not among those that are stored was interrupted on the way, sends what nobody can verify, and
 * is replaced. The site accepts the secret before too, for what the former endpoint has sent already; the next run drops it, unless
 * it is that run which removes the former endpoint.
 * @throws Error that says what to do, when somebody made the endpoint by hand and did not store its secret
 */
export async function setUpWebhook(
  stripe: Stripe,
  { url, secret, isRolling }: WebhookOptions,
): Promise<Step[]> {
  const all = await stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
  const here = all.filter((endpoint) => endpoint.url === url);
  const secrets = signingSecrets(await secret.read());
  const secretOf = (endpoint: Stripe.WebhookEndpoint) =>
    secrets.find((each) => fingerprint(each) === endpoint.metadata.secret);
  const isOurs = ({ metadata }: Stripe.WebhookEndpoint) => metadata.madeBy === madeBy;
  const byHand = here.find((endpoint) => !isOurs(endpoint));
  const ours = secrets
    .map((each) => here.find(({ metadata }) => metadata.secret === fingerprint(each)))
    .find((endpoint) => endpoint !== undefined);

  // One of ours is there already when the run that made it was interrupted.
  if (byHand && !here.some(isOurs) && secrets.length === 0 && !isRolling) {
    throw new Error(
      `There is an endpoint for ${url} already, made by hand, and its signing secret is not stored. Either copy it from Stripe's Dashboard into the secret StripeWebhookSecret of the stack, or have a new one made: npm run setup:stripe -- --roll`,
    );
  }
  // Nobody can tell whose a secret is that was stored by hand; it is taken for that of the endpoint made by hand.
  const working = ours ?? (secrets.length > 0 ? byHand : undefined);
  if (!working || isRolling || (ours && ours.api_version !== Stripe.API_VERSION)) {
    const former = working && (secretOf(working) ?? secrets[0]);
    const created = await create(former);
    const reason = former && 'the former one is accepted until the next run';
    return [
      created,
      ...(await removeAllBut(created.id)),
      { thing: 'Signing secret', id: '', outcome: 'updated', ...(reason ? { reason } : {}) },
    ];
  }
  const updated = await update(working);
  const others = await removeAllBut(working.id);
  const hasRemoved = others.some(({ outcome }) => outcome === 'removed');
  return [updated, ...others, await dropFormerSecrets(hasRemoved)];

  async function create(former: string | undefined): Promise<Step> {
    const made = await stripe.webhookEndpoints.create({
      url,
      enabled_events: [...stripeEventTypes],
      api_version: Stripe.API_VERSION as Stripe.WebhookEndpointCreateParams.ApiVersion,
      metadata: { madeBy },
    });
    if (!made.secret)
      throw new Error('Stripe did not tell the signing secret of the endpoint. Run this again.');
    await stripe.webhookEndpoints.update(made.id, { metadata: { secret: fingerprint(made.secret) } });
    await secret.write([made.secret, ...(former ? [former] : [])].join(' '));
    return { thing: 'Webhook endpoint', id: made.id, outcome: 'created' };
  }

  async function update(endpoint: Stripe.WebhookEndpoint): Promise<Step> {
    const found = { thing: 'Webhook endpoint', id: endpoint.id };
    const listensToOurs = isSameSet(endpoint.enabled_events, stripeEventTypes);
    if (listensToOurs && endpoint.status === 'enabled') {
      const isOutdated = endpoint.api_version !== Stripe.API_VERSION;
      const reason = isOutdated && 'with another API version than ours; --roll makes a new one';
      return { ...found, outcome: 'was there', ...(reason ? { reason } : {}) };
    }
    await stripe.webhookEndpoints.update(endpoint.id, {
      enabled_events: [...stripeEventTypes],
      disabled: false,
    });
    return { ...found, outcome: 'updated' };
  }

  async function dropFormerSecrets(hasRemoved: boolean): Promise<Step> {
    const found = { thing: 'Signing secret', id: '' };
    const signing = ours && secretOf(ours);
    // Another one before it was put there by a person, who knows why.
    if (!signing || signing !== secrets[0]) {
      const reason = 'stored by hand. If the webhook refuses events, run this with --roll';
      return { ...found, outcome: 'was there', reason };
    }
    if (secrets.length === 1) return { ...found, outcome: 'was there' };
    if (hasRemoved) {
      // What the removed one sent a moment ago is still on its way.
      return { ...found, outcome: 'was there', reason: 'the former one is accepted until the next run' };
    }
    await secret.write(signing);
    return { ...found, outcome: 'updated', reason: 'the former one is dropped' };
  }

  /** From those that are left, every event would come twice, or in vain. */
  async function removeAllBut(id: string): Promise<Step[]> {
    const others = here.filter((endpoint) => endpoint.id !== id);
    const former = others.filter(isOurs);
    for (const { id: formerId } of former) await stripe.webhookEndpoints.del(formerId);
    const reason = 'made by hand, so it stays. Remove it in the Dashboard, if nobody needs it';
    return [
      ...former.map((each) => ({ thing: 'Former endpoint', id: each.id, outcome: 'removed' }) as const),
      ...others
        .filter((each) => !isOurs(each))
        .map((each) => ({ thing: 'Other endpoint', id: each.id, outcome: 'was there', reason }) as const),
    ];
  }
}

/** Those in a stored text; none while it holds what the deployment made up. */
export function signingSecrets(text: string): string[] {
  return text.split(/[\s,]+/).filter((each) => each.startsWith('whsec_'));
}

/** Tells secrets apart without telling them. */
function fingerprint(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && others.every((each) => some.includes(each));
}
