import type { StageName } from '../../../lib/stages.ts';

/** The stages on which people pay real money. */
export const liveStage: StageName = 'prod';

/**
 * The secret key for a stage, from the environment, because an argument would be stored in the
 * shell's history.
 * @throws Error that says what is missing or wrong, and never the key
 */
export function checkKey(key: string | undefined, stage: StageName, allowsTestKey: boolean): string {
  if (!key) {
    throw new Error(
      `There is no key: set the environment variable STRIPE_SECRET_KEY to the secret key of the Stripe account; Stripe shows it under Developers, API keys.`,
    );
  }
  const mode = /^(?:sk|rk)_(live|test)_\S+$/.exec(key)?.[1];
  if (!mode) throw new Error('STRIPE_SECRET_KEY is not a secret key of Stripe: those begin with sk_ or rk_.');
  if (mode === 'live' && stage !== liveStage) {
    throw new Error(
      `STRIPE_SECRET_KEY is a live key, but ${stage} takes no real payments: use the test key.`,
    );
  }
  if (mode === 'test' && stage === liveStage && !allowsTestKey) {
    throw new Error(
      `STRIPE_SECRET_KEY is a test key: with it, anyone gets a license on ${stage} with a test card. Use the live key, or add --with-test-key.`,
    );
  }
  return key;
}
