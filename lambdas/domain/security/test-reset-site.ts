import { randomUUID } from 'node:crypto';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach } from 'vitest';
import { stackTable } from '../../../test/stack-tables.ts';
import { testTables } from '../../platform/test-tables.ts';
import { newUser } from '../users/new-user.ts';
import { type UserStore, userStore } from '../users/user-store.ts';
import type { ResettableAccount } from './advance-reset.ts';
import { securityStore } from './security-store.ts';

/** The dependencies of a reset of the second factor: a table, and mocks of Cognito and the bus that are reset before each test. */
export function testResetSite() {
  const table = stackTable('Users');
  const tables = testTables(table);
  const users = userStore(tables, table.name);
  const security = securityStore(tables, table.name);
  const cognito = new CognitoIdentityProviderClient({});
  const client = new EventBridgeClient({});
  // Mocks of instances: a mock of a class would also replace the clients of other test files in the same worker.
  const pool = mockClient(cognito);
  const events = mockClient(client);

  beforeEach(() => {
    pool.reset();
    pool.onAnyCommand().resolves({});
    events.reset();
    events.on(PutEventsCommand).resolves({ Entries: [{ EventId: '1' }], FailedEntryCount: 0 });
  });

  const published = () =>
    events
      .commandCalls(PutEventsCommand)
      .map((call) => JSON.parse(call.args[0].input.Entries?.[0]?.Detail ?? '{}'));

  return {
    tables,
    tableName: table.name,
    users,
    security,
    pool,
    events,
    reset: {
      bus: { connect: async () => client, name: 'bus' },
      security,
      cognito,
      userPoolId: 'pool',
      hasPasskeys: true,
    },
    published,
    /** The emails that the owner gets: one for each key. */
    emails: () => [...new Map(published().map((detail) => [detail.idempotencyKey, detail.change])).values()],
    /** The commands that Cognito got. */
    calls: () => pool.calls().map(({ args: [command] }) => command.constructor),
  };
}

/** Stores a new user whose account has an authenticator app. */
export async function createOwner(users: Pick<UserStore, 'create'>, now: Date): Promise<ResettableAccount> {
  const userId = randomUUID();
  const email = `${userId}@example.test`;
  await users.create(newUser(userId, email, now));
  return { userId, email, hasApp: true };
}
