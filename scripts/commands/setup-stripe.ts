import { connectToStripe } from './setup-stripe/connect-to-stripe.ts';
import { describeStripeError } from './setup-stripe/describe-stripe-error.ts';
import { type Misnamed, setUpStripe } from './setup-stripe/set-up-stripe.ts';
import { describeSteps } from './setup-stripe/step.ts';
import { parseArguments, startCommand } from './terminal/start-command.ts';

const usage = `Usage: npm run setup:stripe -- [--stage <name>] [--roll] [--with-test-key]

Updates products, prices and the webhook endpoint at Stripe to match contract/rules/catalog.ts, and stores the secret key and the signing
secret for the site. Repeating it changes nothing.

  --stage <name>    a stage on AWS; reads the key from STRIPE_SECRET_KEY. Without it, Stripe in the local cloud
  --roll            creates a new signing secret, even for an endpoint whose secret is lost
  --with-test-key   allows a test key for prod`;

async function run(): Promise<void> {
  const { stage, ...flags } = parseArguments(usage, {
    options: {
      stage: { type: 'string' },
      roll: { type: 'boolean', default: false },
      'with-test-key': { type: 'boolean', default: false },
    },
  }).values;
  const { steps, misnamed } = await connectToStripe({
    stage,
    isRolling: flags.roll,
    allowsTestKey: flags['with-test-key'],
  })
    .then(setUpStripe)
    .catch((error: Error) => {
      throw new Error(describeStripeError(error, stage === undefined), { cause: error });
    });
  console.log(describeSteps(steps));
  if (misnamed.length === 0) return;
  console.error(describeMisnamed(misnamed, stage));
  process.exitCode = 1;
}

function describeMisnamed(misnamed: Misnamed[], stage: string | undefined): string {
  const lines = misnamed.flatMap(({ offerId, priceId, formerPriceId }) => [
    stage
      ? `  settings.ts, priceIds.${offerId}:   ${stage}: '${priceId}',`
      : `  contract/rules/catalog.ts, ${offerId}.priceIds:   local: '${priceId}',`,
    ...(formerPriceId
      ? [
          `  contract/rules/catalog.ts, ${offerId}.formerPriceIds, so that purchases keep their name:   '${formerPriceId}',`,
        ]
      : []),
  ]);
  return [
    '',
    'Stripe has other ids for these prices. Write them into these files:',
    ...lines,
    stage ? `Then deploy: npm run deploy -- --stage ${stage}` : 'Then start the local cloud again.',
  ].join('\n');
}

startCommand(run);
