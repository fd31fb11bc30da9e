import {
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deliver } from '../platform/test-event.ts';

const { sendOnce } = vi.hoisted(() => ({ sendOnce: vi.fn() }));
vi.mock('../domain/mail/mail-once.ts', () => ({ mailOnce: () => sendOnce }));
const pool = mockClient(CognitoIdentityProviderClient);
const { handler } = await import('./handler.ts');

const reset = { userId: 'user-1', resetId: 'reset-1', email: 'ana@example.test', isSignedOut: true };
const signOuts = () => pool.commandCalls(AdminUserGlobalSignOutCommand).map(({ args }) => args[0].input);

beforeEach(() => {
  sendOnce.mockReset();
  pool.reset();
  pool.on(AdminUserGlobalSignOutCommand).resolves({});
});

describe('handlePasswordReset', () => {
  it('sends the notice once for each reset, and leaves new sign-ins alone', async () => {
    await deliver(handler, reset);
    expect(sendOnce).toHaveBeenCalledExactlyOnceWith(
      {
        idempotencyKey: 'passwordReset#reset-1',
        to: 'ana@example.test',
        logUnder: { userId: 'user-1' },
        mail: expect.objectContaining({ subject: expect.stringContaining('password') }),
      },
      expect.anything(),
    );
    expect(signOuts()).toEqual([]);
  });

  it('signs the account out if the trigger could not', async () => {
    await deliver(handler, { ...reset, isSignedOut: false });
    expect(signOuts()).toEqual([{ UserPoolId: 'pool-1', Username: 'user-1' }]);
    expect(sendOnce).toHaveBeenCalledOnce();
  });

  it('sends the notice even when the account is gone', async () => {
    pool
      .on(AdminUserGlobalSignOutCommand)
      .rejects(new UserNotFoundException({ message: 'gone', $metadata: {} }));
    await deliver(handler, { ...reset, isSignedOut: false });
    expect(sendOnce).toHaveBeenCalledOnce();
  });

  it('fails when the account cannot be signed out, so that Lambda retries', async () => {
    pool.on(AdminUserGlobalSignOutCommand).rejects(new Error('throttled'));
    await expect(deliver(handler, { ...reset, isSignedOut: false })).rejects.toThrow();
  });
});
