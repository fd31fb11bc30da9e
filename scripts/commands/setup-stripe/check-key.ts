import type { StageName } from '../../../lib/stages.ts';

/** Where people pay with their own money. */
export const liveStage: StageName = 'prod';

/**
 * The secret key for a stage, from the environment: an argument would stand in the shell's history.
 * @throws Error that says what is missing or wrong, and never the key
 */
export function checkKey(key: string | undefined, stage: StageName, allowsTestKey: boolean): string {
  if (!key) {
    throw new Error(
      `There is no key. Put the secret key of the Stripe account into the environment as STRIPE_SECRET_KEY; Stripe shows it under Developers, API keys.`,
    );
  }
  const mode = /^(?:sk|rk)_(live|test)_\S+$/.exec(key)?.[1];
  if (!mode) throw new Error('STRIPE_SECRET_KEY is no secret key of Stripe: those begin with sk_ or rk_.');
  if (mode === 'live' && stage !== liveStage) {
    throw new Error(
      `STRIPE_SECRET_KEY is a live key, and on ${stage} nobody pays: take the one of the test mode.`,
    );
  }
  if (mode === 'test' && stage === liveStage && !allowsTestKey) {
    throw new Error(
      `STRIPE_SECRET_KEY is a test key: with it, anybody gets a license on ${stage} for a test card. Take the live one, or add --with-test-key if that is what you want.`,
    );
  }
  return key;
}
