import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { stackNameOf } from '../../lib/stack-parts.ts';
import { readStage, region, siteNameOf } from '../../lib/stages.ts';
import { findRemains, removeRemains } from './clean-up/remove-remains.ts';
import { askOnTerminal, isYes } from './terminal/ask-on-terminal.ts';
import { parseArguments, startCommand } from './terminal/start-command.ts';

const usage = `Usage: npm run clean-up -- --stage <name>

Removes what is left on AWS when the first deployment of a stage failed in the data stack: the stack, and the empty tables and
the empty user pool that are protected against deletion. Refuses a stage whose data stack was ever created.`;

async function run(): Promise<void> {
  const { stage } = parseArguments(usage, { options: { stage: { type: 'string' } } }).values;
  if (!stage) throw new Error(usage);
  const { name } = readStage(stage);
  if (name === 'local') throw new Error('The stage "local" runs on this machine: npm start -- --reset');
  const account = {
    cloudFormation: new CloudFormationClient({ region }),
    dynamodb: new DynamoDBClient({ region }),
    cognito: new CognitoIdentityProviderClient({ region }),
  };
  const remains = await findRemains(account, stackNameOf(siteNameOf(name), 'data'));
  if (!remains) {
    console.log(`Nothing is left. Deploy: npm run deploy -- --stage ${name}`);
    return;
  }
  const { stackName, tables, userPools } = remains;
  console.log([`${stackName}, whose creation failed`, ...tables, ...userPools].join('\n  '));
  if (!askOnTerminal) throw new Error('There is no terminal for the question. Nothing was removed.');
  if (!isYes(await askOnTerminal(`Remove this from the stage ${name}? (yes/no) `)))
    throw new Error('Nothing was removed.');
  await removeRemains(account, remains);
  console.log(`\nRemoved. Deploy again: npm run deploy -- --stage ${name}`);
}

startCommand(run);
