import { parseArgs } from 'node:util';
import { AdminAddUserToGroupCommand } from '@aws-sdk/client-cognito-identity-provider';
import { connectToAccounts, findAccount } from './account/connect-to-accounts.ts';
import { describeError } from './terminal/describe-error.ts';

/** The groups that a person gives. `paid` follows from orders. */
const givenGroups = ['admin', 'vip'];

const usage = `Usage: npm run grant -- <email> <${givenGroups.join('|')}> [--stage <name>]

Adds an account to a group. The person logs in again to use it; the desk also needs a second factor or a passkey.
Without --stage it works on the local cloud.`;

/** The first member of the team gets the group here; nobody can give it on the site. */
async function run(): Promise<void> {
  const { email, group, stage } = readArguments();
  const site = await connectToAccounts(stage);
  const { userId, email: address } = await findAccount(email, site);
  const { cognito, userPoolId } = site.reset;
  await cognito.send(
    new AdminAddUserToGroupCommand({ UserPoolId: userPoolId, Username: userId, GroupName: group }),
  );
  console.log(`${site.siteName}: added ${address} to the group ${group}.`);
}

function readArguments() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { stage: { type: 'string' } },
    });
    const [email = '', group = '', ...more] = positionals;
    if (!email || !givenGroups.includes(group) || more.length > 0) throw new Error(usage);
    return { email, group, ...values };
  } catch {
    throw new Error(usage);
  }
}

run().catch((error: Error) => {
  console.error(describeError(error));
  process.exitCode = 1;
});
