import {
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { requireAdmin } from './require-admin.ts';

const pool = mockClient(CognitoIdentityProviderClient);
const require = () => requireAdmin(new CognitoIdentityProviderClient({}), 'pool', 'bea@example.test');

beforeEach(() => {
  pool.reset();
  const attributes = { sub: 'user-1', email: 'bea@example.test' };
  const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
  pool.on(AdminGetUserCommand, { Username: 'bea@example.test' }).resolves({ UserAttributes });
  pool
    .on(AdminListGroupsForUserCommand, { Username: 'user-1' })
    .resolves({ Groups: [{ GroupName: 'admin' }] });
});

describe('requireAdmin', () => {
  it('returns the account of an admin', async () => {
    expect(await require()).toMatchObject({ sub: 'user-1', email: 'bea@example.test' });
  });

  it('refuses a person who is not in the team, and an unknown address, in the same words', async () => {
    const refusal = 'bea@example.test is not the address of an admin. A test goes to admins only.';
    pool.on(AdminListGroupsForUserCommand).resolves({ Groups: [{ GroupName: 'paid' }] });
    await expect(require()).rejects.toThrow(refusal);
    pool
      .on(AdminGetUserCommand)
      .rejects(new UserNotFoundException({ message: 'User does not exist.', $metadata: {} }));
    await expect(require()).rejects.toThrow(refusal);
  });
});
