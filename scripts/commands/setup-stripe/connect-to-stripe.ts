import { readStage } from '../../../lib/stages.ts';
import { connectToPayments } from '../stage/connect-to-payments.ts';
import { checkKey } from './check-key.ts';
import type { StripeSetup } from './set-up-stripe.ts';

interface Wish {
  /** The stage; the local cloud if undefined. */
  stage: string | undefined;
  isRolling: boolean;
  allowsTestKey: boolean;
}

/** @throws Error that says what to do when there is nothing to connect to */
export async function connectToStripe({ stage, isRolling, allowsTestKey }: Wish): Promise<StripeSetup> {
  const { name, settings } = readStage(stage ?? 'local');
  if (name === 'local' && stage !== undefined)
    throw new Error('The stage "local" runs on this machine: start it with "npm start" and omit --stage.');
  const key =
    name === 'local' ? 'sk_test_local' : checkKey(process.env.STRIPE_SECRET_KEY, name, allowsTestKey);
  const payments = await connectToPayments(stage);
  if (name === 'local' && !payments.isFake)
    throw new Error(
      'The local cloud uses your test account and set it up when it started. To set up another stage, name it: --stage dev',
    );
  if (name === 'local' && isRolling)
    throw new Error('The webhook of the local cloud is built in, so there is no secret to roll.');
  const { connectToStripe, secretKey, webhookSecret, webhookUrl, webSettings } = payments;
  return {
    stage: name,
    stripe: connectToStripe(key),
    secretKey: { value: key, secret: secretKey },
    webhook: webhookUrl === undefined ? undefined : { url: webhookUrl, secret: webhookSecret, isRolling },
    priceIds: settings.priceIds,
    salesTax: settings.salesTax,
    deployedPriceIds: name === 'local' ? settings.priceIds : webSettings.priceIds,
  };
}
