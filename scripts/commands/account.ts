import { factorResetDays, factorResetHours } from '../../contract/rules/recovery-codes.ts';
import { connectToAccounts } from './account/connect-to-accounts.ts';
import { keepFactor } from './account/keep-factor.ts';
import { resetFactor } from './account/reset-factor.ts';
import { askOnTerminal } from './terminal/ask-on-terminal.ts';
import { describeError } from './terminal/describe-error.ts';
import { parseArguments } from './terminal/parse-arguments.ts';

const usage = `Usage: npm run account -- reset-factor <email> [--stage <name>] [--yes]
       npm run account -- keep-factor <email> [--stage <name>]

  reset-factor <email>   for a person who lost the authenticator app and the recovery codes: notes the request and emails the owner;
                         a run ${factorResetHours} hours later asks, turns off the second factor and signs out all devices;
                         a request ends after ${factorResetDays} days
  keep-factor <email>    cancels the request and emails the owner

  --yes                  does not ask; for scripts

Without --stage it works on the local cloud. docs/support.md describes what to ask a person who lost the second factor.`;

/** The team's command for people who cannot sign in. */
async function run(): Promise<void> {
  const { command, email, stage, yes } = readArguments();
  const site = await connectToAccounts(stage);
  if (command === 'keep-factor') return console.log(await keepFactor(email, site));
  const lines = await resetFactor(email, site, { now: new Date(), isAnswered: yes, ask: askOnTerminal });
  console.log(lines.join('\n'));
}

function readArguments() {
  const { positionals, values } = parseArguments(usage, {
    allowPositionals: true,
    options: { stage: { type: 'string' }, yes: { type: 'boolean', default: false } },
  });
  const [command = '', email = '', ...more] = positionals;
  const isKnown = command === 'reset-factor' || (command === 'keep-factor' && !values.yes);
  if (!isKnown || !email || more.length > 0) throw new Error(usage);
  return { command, email, ...values };
}

run().catch((error: Error) => {
  console.error(describeError(error));
  process.exitCode = 1;
});
