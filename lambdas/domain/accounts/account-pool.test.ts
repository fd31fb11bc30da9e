import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  ListUsersCommand,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { type AccountPool, accountPool } from './account-pool.ts';

const cognito = mockClient(CognitoIdentityProviderClient);
let accounts: AccountPool;
const account = { UserPoolId: 'Pool', Username: 'user-1' };
const createdAt = new Date('2026-01-01T00:00:00Z');

beforeEach(() => {
  cognito.reset();
  accounts = accountPool(new CognitoIdentityProviderClient({}), 'Pool');
});

const inputs = () => cognito.calls().map(({ args: [command] }) => [command.constructor, command.input]);

describe('unconfirmed', () => {
  async function listUnconfirmed() {
    const listed = [];
    for await (const account of accounts.unconfirmed()) listed.push(account);
    return listed;
  }

  it('lists the unconfirmed accounts of all pages, in the largest pages that Cognito allows', async () => {
    const pages: Record<string, object> = {
      first: {
        Users: ['user-1', 'user-2'].map((Username) => ({ Username, UserCreateDate: createdAt })),
        PaginationToken: 'second',
      },
      second: { Users: [{ Username: 'user-3', UserCreateDate: createdAt }] },
    };
    const list = { UserPoolId: 'Pool', Filter: 'cognito:user_status = "UNCONFIRMED"', Limit: 60 };
    cognito
      .on(ListUsersCommand, list)
      .callsFake(async ({ PaginationToken }) => pages[PaginationToken ?? 'first']);
    expect(await listUnconfirmed()).toEqual([
      { userId: 'user-1', createdAt },
      { userId: 'user-2', createdAt },
      { userId: 'user-3', createdAt },
    ]);
  });

  it.each([
    ['a name', { UserCreateDate: createdAt }],
    ['a date', { Username: 'user-1' }],
  ])('skips an account without %s', async (_, user) => {
    cognito.on(ListUsersCommand).resolves({ Users: [user] });
    expect(await listUnconfirmed()).toEqual([]);
  });

  it('lists nothing when Cognito returns no list', async () => {
    cognito.on(ListUsersCommand).resolves({});
    expect(await listUnconfirmed()).toEqual([]);
  });
});

describe('statusOf', () => {
  it('returns the status of an account', async () => {
    cognito.on(AdminGetUserCommand).resolves({ UserStatus: 'CONFIRMED' });
    expect(await accounts.statusOf('user-1')).toBe('CONFIRMED');
    expect(inputs()).toEqual([[AdminGetUserCommand, account]]);
  });

  it('does not confuse an account without a status with a missing account', async () => {
    cognito.on(AdminGetUserCommand).resolves({});
    expect(await accounts.statusOf('user-1')).toBe('UNKNOWN');
  });
});

describe('remove', () => {
  it('deletes the account', async () => {
    await accounts.remove('user-1');
    expect(inputs()).toEqual([[AdminDeleteUserCommand, account]]);
  });
});

describe.each(['statusOf', 'remove'] as const)('%s', (method) => {
  it('returns undefined for an account that does not exist', async () => {
    cognito.onAnyCommand().rejects(new UserNotFoundException({ message: 'gone', $metadata: {} }));
    expect(await accounts[method]('user-1')).toBeUndefined();
  });

  it('throws every other error of Cognito', async () => {
    cognito.onAnyCommand().rejects(new Error('throttled'));
    await expect(accounts[method]('user-1')).rejects.toThrow('throttled');
  });
});
