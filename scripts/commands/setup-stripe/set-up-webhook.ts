import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import { stripeEventTypes } from '../../../contract/events/stripe-events.ts';
import type { KeptSecret } from './kept-secret.ts';
import type { Step } from './step.ts';

interface WebhookOptions {
  /** The address to which Stripe should send its events. */
  url: string;
  /** The signing secrets that the site accepts, newest first. */
  secret: KeptSecret;
  /** Whether to create another signing secret. */
  isRolling: boolean;
}

/** Marks the endpoints that we may replace and remove, unlike those made in the Dashboard. */
const madeBy = 'setup:stripe';

/**
 * Updates the webhook endpoint to the events that we handle, and stores its signing secret for the
 * site.
 *
 * Stripe returns a signing secret only once, when the endpoint is created. So the endpoint keeps a
 * fingerprint of it, written before the secret is stored: an endpoint whose secret is not stored
 * comes from an interrupted run, sends events that nobody can verify, and is replaced. The site
 * also accepts the previous secret, for events that the former endpoint has already sent. The next
 * run drops it, unless that run removes the former endpoint.
 * @throws Error that says what to do, if someone made the endpoint by hand and did not store its
 *   secret
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

  // An interrupted run may already have created our endpoint.
  if (byHand && !here.some(isOurs) && secrets.length === 0 && !isRolling) {
    throw new Error(
      `An endpoint for ${url} exists that was made by hand, and its signing secret is not stored. Either copy it from Stripe's Dashboard into the secret StripeWebhookSecret of the stack, or create a new one: npm run setup:stripe -- --roll`,
    );
  }
  // A secret stored by hand is assumed to be that of the endpoint made by hand.
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
      throw new Error('Stripe did not return the signing secret of the endpoint. Run this again.');
    await stripe.webhookEndpoints.update(made.id, { metadata: { secret: fingerprint(made.secret) } });
    await secret.write([made.secret, ...(former ? [former] : [])].join(' '));
    return { thing: 'Webhook endpoint', id: made.id, outcome: 'created' };
  }

  async function update(endpoint: Stripe.WebhookEndpoint): Promise<Step> {
    const found = { thing: 'Webhook endpoint', id: endpoint.id };
    const listensToOurs = isSameSet(endpoint.enabled_events, stripeEventTypes);
    if (listensToOurs && endpoint.status === 'enabled') {
      const isOutdated = endpoint.api_version !== Stripe.API_VERSION;
      const reason = isOutdated && 'with a different API version; --roll creates a new one';
      return { ...found, outcome: 'existed', ...(reason ? { reason } : {}) };
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
    // Someone stored another secret before it on purpose.
    if (!signing || signing !== secrets[0]) {
      const reason = 'stored by hand. If the webhook rejects events, run this with --roll';
      return { ...found, outcome: 'existed', reason };
    }
    if (secrets.length === 1) return { ...found, outcome: 'existed' };
    if (hasRemoved) {
      // Events of the removed endpoint may still arrive.
      return { ...found, outcome: 'existed', reason: 'the former one is accepted until the next run' };
    }
    await secret.write(signing);
    return { ...found, outcome: 'updated', reason: 'the former one is dropped' };
  }

  /** Other endpoints would send every event twice or with an unknown signature. */
  async function removeAllBut(id: string): Promise<Step[]> {
    const others = here.filter((endpoint) => endpoint.id !== id);
    const former = others.filter(isOurs);
    for (const { id: formerId } of former) await stripe.webhookEndpoints.del(formerId);
    const reason = 'made by hand, so it stays. Remove it in the Dashboard if nobody needs it';
    return [
      ...former.map((each) => ({ thing: 'Former endpoint', id: each.id, outcome: 'removed' }) as const),
      ...others
        .filter((each) => !isOurs(each))
        .map((each) => ({ thing: 'Other endpoint', id: each.id, outcome: 'existed', reason }) as const),
    ];
  }
}

/** The secrets in a stored text; none while it contains the placeholder of the deployment. */
export function signingSecrets(text: string): string[] {
  return text.split(/[\s,]+/).filter((each) => each.startsWith('whsec_'));
}

/** Distinguishes secrets without revealing them. */
function fingerprint(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && others.every((each) => some.includes(each));
}
