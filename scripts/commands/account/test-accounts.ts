import { randomUUID } from 'node:crypto';
import {
  AdminGetUserCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminUserGlobalSignOutCommand,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { PutEventsCommand, type PutEventsCommandInput } from '@aws-sdk/client-eventbridge';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach } from 'vitest';
import { testResetSite } from '../../../lambdas/domain/security/test-reset-site.ts';
import { newUser } from '../../../lambdas/domain/users/new-user.ts';
import type { FactorReset } from '../../../lambdas/domain/users/user-store.ts';
import type { AccountsConnection } from './connect-to-accounts.ts';

export const requestedAt = new Date('2026-11-23T10:00:00.000Z');
export const hoursLater = (hours: number) => new Date(requestedAt.getTime() + hours * 60 * 60 * 1000);

/** A site with one account, which is new for each test. */
export function testAccounts() {
  const { tables, tableName, users, pool, events: bus, reset } = testResetSite();
  const site: AccountsConnection = { siteName: 'lorewright-prod', users, reset };
  const owner = { userId: '', email: '', hasApp: true };

  const broken = { bus: false, cognito: false };
  const failOnce = (service: keyof typeof broken) => {
    if (!broken[service]) return;
    broken[service] = false;
    throw new Error(`${service} is away`);
  };
  let published: { change: string; idempotencyKey: string }[];
  const accept = ({ Entries: [entry] = [] }: PutEventsCommandInput) => {
    failOnce('bus');
    published.push(JSON.parse(entry?.Detail ?? '{}'));
    return { Entries: [{ EventId: '1' }] };
  };
  const turnOff = () => {
    failOnce('cognito');
    owner.hasApp = false;
    return {};
  };

  beforeEach(() => {
    const userId = randomUUID();
    Object.assign(owner, { userId, email: `${userId}@example.test`, hasApp: true });
    pool.reset();
    pool.on(AdminGetUserCommand).callsFake(({ Username }) => {
      if (![userId, owner.email].includes(Username))
        throw new UserNotFoundException({ message: 'gone', $metadata: {} });
      return {
        UserAttributes: [
          { Name: 'sub', Value: userId },
          { Name: 'email', Value: owner.email },
        ],
        UserMFASettingList: owner.hasApp ? ['SOFTWARE_TOKEN_MFA'] : [],
      };
    });
    pool.on(AdminSetUserMFAPreferenceCommand).callsFake(turnOff);
    pool.on(AdminUserGlobalSignOutCommand).resolves({});
    published = [];
    Object.assign(broken, { bus: false, cognito: false });
    bus.reset();
    bus.on(PutEventsCommand).callsFake(accept);
  });

  return {
    site,
    owner,
    /** Which services refuse their next change. */
    broken,
    addRecord: () => users.create(newUser(owner.userId, owner.email, requestedAt)),
    storedUser: () => users.find(owner.userId),
    setReset: (factorReset: FactorReset) =>
      tables.send(
        new UpdateCommand({
          TableName: tableName,
          Key: { userId: owner.userId },
          UpdateExpression: 'SET factorReset = :reset',
          ExpressionAttributeValues: { ':reset': factorReset },
        }),
      ),
    /** The emails that the owner gets: one for each key. */
    emails: () => [
      ...new Map(published.map(({ change, idempotencyKey }) => [idempotencyKey, change])).values(),
    ],
    /** Whether all devices were signed out. */
    isSignedOut: () => pool.commandCalls(AdminUserGlobalSignOutCommand).length > 0,
  };
}
