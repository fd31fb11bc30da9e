import {
  AdminGetUserCommand,
  type CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  clientId,
  password,
  poolId,
  startTestPool,
  type TestPool,
} from '../../../local/fakes/cognito/test-pool.ts';
import { resendConfirmation } from './resend-confirmation.ts';

let pool: TestPool;
let cognito: CognitoIdentityProviderClient;
/** The changes of attributes that the function under test requested. */
let changes: object[];
/** Actions just before the request with this name. */
let before: Record<string, () => Promise<unknown>>;
let userId: string;
let email: string;
let registrations = 0;

beforeAll(async () => {
  pool = await startTestPool();
  cognito = pool.sdk();
  cognito.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if ('UserAttributes' in args.input && commandName.startsWith('Admin'))
          changes.push(...(args.input.UserAttributes ?? []));
        await before[commandName]?.();
        return next(args);
      },
    { step: 'initialize' },
  );
});

afterAll(() => pool.stop());

beforeEach(async () => {
  before = {};
  changes = [];
  pool.mails.length = 0;
  registrations += 1;
  email = `person-${registrations}@example.test`;
  userId = await register(email);
});

async function register(address: string): Promise<string> {
  const { UserSub = '' } = await cognito.send(
    new SignUpCommand({ ClientId: clientId, Username: address, Password: password }),
  );
  return UserSub;
}

const confirm = (code: string) =>
  cognito.send(new ConfirmSignUpCommand({ ClientId: clientId, Username: userId, ConfirmationCode: code }));

const resend = (correctedEmail?: string) =>
  resendConfirmation(cognito, { userPoolId: poolId, clientId, userId, email, correctedEmail });

const recipients = () => pool.mails.map(({ to }) => to);

async function account() {
  const { UserAttributes = [], UserStatus } = await cognito.send(
    new AdminGetUserCommand({ UserPoolId: poolId, Username: userId }),
  );
  const { email, email_verified } = Object.fromEntries(
    UserAttributes.map(({ Name, Value }) => [Name, Value]),
  );
  return { email, email_verified, status: UserStatus };
}

const outage = async () => {
  throw new Error('Cognito is unavailable.');
};

describe('resendConfirmation', () => {
  it('sends a new code to the same address, which makes the previous code invalid', async () => {
    const firstCode = pool.lastCode();
    await resend();
    expect(recipients()).toEqual([email, email]);
    await expect(confirm(firstCode)).rejects.toThrow();
    await confirm(pool.lastCode());
    expect(await account()).toMatchObject({ email, status: 'CONFIRMED' });
  });

  it('changes no attribute without a corrected address', async () => {
    await resend();
    expect(changes).toEqual([]);
  });

  it('replaces the address, which stays unverified until its code is used', async () => {
    const corrected = `right-${email}`;
    await resend(corrected);
    expect(await account()).toEqual({ email: corrected, email_verified: 'false', status: 'UNCONFIRMED' });
    expect(recipients()).toEqual([email, corrected]);
    await confirm(pool.lastCode());
    expect(await account()).toEqual({ email: corrected, email_verified: 'true', status: 'CONFIRMED' });
  });

  it('does not set the address as verified when the account already has it, in any case', async () => {
    await resend(email.toUpperCase());
    expect(changes).toEqual([{ Name: 'email_verified', Value: 'false' }]);
    expect(recipients()).toEqual([email, email]);
  });

  it('completes a run that was interrupted while the corrected address counted as verified', async () => {
    const corrected = `right-${email}`;
    let updates = 0;
    before.AdminUpdateUserAttributesCommand = async () => {
      updates += 1;
      if (updates === 2) await outage();
    };
    await expect(resend(corrected)).rejects.toThrow('Cognito is unavailable.');
    expect(await account()).toMatchObject({ email: corrected, email_verified: 'true' });
    email = corrected;
    await resend(corrected);
    expect(await account()).toEqual({ email: corrected, email_verified: 'false', status: 'UNCONFIRMED' });
  });

  it('refuses the address of another account, and sends no code', async () => {
    const taken = `other-${email}`;
    await register(taken);
    pool.mails.length = 0;
    await expect(resend(taken)).rejects.toMatchObject({
      code: 'aborted',
      message: expect.stringContaining('Another account'),
    });
    expect(await account()).toEqual({ email, email_verified: 'false', status: 'UNCONFIRMED' });
    expect(recipients()).toEqual([]);
  });

  const isConfirmed = { code: 'aborted', message: expect.stringContaining('is confirmed') };

  it('refuses a confirmed account, and does not change its address', async () => {
    await confirm(pool.lastCode());
    await expect(resend(`right-${email}`)).rejects.toMatchObject(isConfirmed);
    expect(changes).toEqual([]);
    expect(await account()).toEqual({ email, email_verified: 'true', status: 'CONFIRMED' });
  });

  it('refuses an account that is confirmed just before the code is sent', async () => {
    before.ResendConfirmationCodeCommand = () => confirm(pool.lastCode());
    await expect(resend()).rejects.toMatchObject(isConfirmed);
  });

  it.each(['AdminGetUserCommand', 'AdminUpdateUserAttributesCommand', 'ResendConfirmationCodeCommand'])(
    'throws when Cognito does not answer %s',
    async (command) => {
      before[command] = outage;
      await expect(resend(`right-${email}`)).rejects.toThrow('Cognito is unavailable.');
    },
  );
});
