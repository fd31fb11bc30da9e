import {
  AdminAddUserToGroupCommand,
  AdminRemoveUserFromGroupCommand,
  AdminUserGlobalSignOutCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { maxUsernameLength } from '../../contract/rules/account-limits.ts';
import { readSignIn } from '../../lambdas/domain/users/read-account.ts';
import { readStage, siteNameOf } from '../../lib/stages.ts';
import { recordCommand } from './audit/record-command.ts';
import { refuseLastAdmin } from './grant/refuse-last-admin.ts';
import { connectToTable } from './stage/connect-to-tables.ts';
import { askOnTerminal, isYes } from './terminal/ask-on-terminal.ts';
import { parseArguments, startCommand } from './terminal/start-command.ts';

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

interface FoundAccount {
  /** For the team, such as "lorewright-prod". */
  siteName: string;
  cognito: CognitoIdentityProviderClient;
  userPoolId: string;
  userId: string;
  /** As the account has it. */
  email: string;
  hasApp: boolean;
}

/**
 * Finds an account on a stage on AWS, or on the local cloud if no stage is named.
 * @throws Error that says what to do if nobody has the address, or the connection is not possible
 */
async function findAccount(email: string, stage?: string): Promise<FoundAccount> {
  const siteName = siteNameOf(readStage(stage ?? 'local').name);
  const { cognito, userPoolId } = await connectToTable('Users', stage);
  const found = email.length > maxUsernameLength ? undefined : await readSignIn(cognito, userPoolId, email);
  if (!found)
    throw new Error(
      `${siteName} has no account with the address ${email}. Ask for the address of the account: emails about the account go there.`,
    );
  const { account, hasSecondFactor } = found;
  return {
    siteName,
    cognito,
    userPoolId,
    userId: String(account.sub),
    email: account.email,
    hasApp: hasSecondFactor,
  };
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

startCommand(run);
