import {
  AdminAddUserToGroupCommand,
  AdminRemoveUserFromGroupCommand,
  AdminUserGlobalSignOutCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { recordCommand } from './audit/record-command.ts';
import { type FoundAccount, findAccount } from './grant/find-account.ts';
import { refuseLastAdmin } from './grant/refuse-last-admin.ts';
import { askOnTerminal, isYes } from './terminal/ask-on-terminal.ts';
import { describeError } from './terminal/describe-error.ts';
import { parseArguments } from './terminal/parse-arguments.ts';

/** The groups that a person gives. `paid` follows from orders. */
const givenGroups = ['admin', 'vip'];

const nextSteps: Record<string, string> = {
  admin:
    'All sign-ins of the account have ended. The person signs in again, and first checks under Security that every passkey is theirs: a passkey opens the desk too.',
  vip: 'The person must sign out and sign in again to use it.',
};

const usage = `Usage: npm run grant -- <email> <${givenGroups.join('|')}> [--revoke] [--yes] [--stage <name>]

Adds an account to a group, or removes it. The command prints what the person does next.

  --yes    adds an admin without asking

Without --stage it works on the local cloud.`;

/** The first member of the team gets the group here; nobody can give it on the site. */
async function run(): Promise<void> {
  const { email, group, stage, revoke, yes } = readArguments();
  const account = await findAccount(email, stage);
  const { siteName, cognito, userPoolId, userId, email: address } = account;
  const membership = { UserPoolId: userPoolId, Username: userId, GroupName: group };
  if (!revoke) {
    if (group === 'admin') await confirmAdmin(account, yes);
    await recordCommand(stage, { action: 'addToGroup', personId: userId }, async () => {
      // A sign-in from before the app needed only the password, and would get the group with its next token.
      if (group === 'admin')
        await cognito.send(new AdminUserGlobalSignOutCommand({ UserPoolId: userPoolId, Username: userId }));
      await cognito.send(new AdminAddUserToGroupCommand(membership));
      return group;
    });
    console.log(`${siteName}: added ${address} to the group ${group}. ${nextSteps[group]}`);
    return;
  }
  if (group === 'admin') await refuseLastAdmin(account, userId);
  await recordCommand(stage, { action: 'removeFromGroup', personId: userId, before: group }, async () => {
    await cognito.send(new AdminRemoveUserFromGroupCommand(membership));
    return `not ${group}`;
  });
  console.log(
    `${siteName}: removed ${address} from the group ${group}. An open session ends within half an hour.`,
  );
}

/** @throws Error when the account has no app, or nobody agrees */
async function confirmAdmin(
  { siteName, email, hasApp }: Pick<FoundAccount, 'siteName' | 'email' | 'hasApp'>,
  isConfirmed: boolean,
): Promise<void> {
  if (!hasApp)
    throw new Error(
      `Nothing was changed: ${email} has no authenticator app, so the password alone would open the desk. The person turns one on on the account page of the site, under Security. Then run this command again.`,
    );
  if (isConfirmed) return;
  if (!askOnTerminal)
    throw new Error('Nothing was changed. Add --yes to make somebody an admin without a terminal.');
  const question = `${siteName}: ${email} will see the data of every person, refund payments and send mailings. Make this account an admin? (yes/no) `;
  if (!isYes(await askOnTerminal(question))) throw new Error('Nothing was changed.');
}

function readArguments() {
  const { positionals, values } = parseArguments(usage, {
    allowPositionals: true,
    options: {
      stage: { type: 'string' },
      revoke: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
  });
  const [email = '', group = '', ...more] = positionals;
  if (!email || !givenGroups.includes(group) || more.length > 0) throw new Error(usage);
  return { email, group, ...values };
}

run().catch((error: Error) => {
  console.error(describeError(error));
  process.exitCode = 1;
});
