import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach } from 'vitest';
import { stackTable } from '../../../test/stack-tables.ts';
import { testTables } from '../../platform/test-tables.ts';
import { userStore } from '../users/user-store.ts';
import { securityStore } from './security-store.ts';

/** The stores and services that a reset of the second factor needs: a real table, and mocks of Cognito and the bus. */
export function testResetSite() {
  const table = stackTable('Users');
  const client = testTables(table);
  const users = userStore(client, table.name);
  const security = securityStore(client, table.name);
  const pool = mockClient(CognitoIdentityProviderClient);
  const events = mockClient(EventBridgeClient);

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
    users,
    security,
    pool,
    events,
    reset: {
      bus: { client: new EventBridgeClient({}), name: 'bus' },
      security,
      cognito: new CognitoIdentityProviderClient({}),
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
