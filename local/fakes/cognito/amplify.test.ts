import { AdminAddUserToGroupCommand } from '@aws-sdk/client-cognito-identity-provider';
import {
  confirmResetPassword,
  confirmSignUp,
  confirmUserAttribute,
  deleteUser,
  fetchAuthSession,
  fetchUserAttributes,
  getCurrentUser,
  resendSignUpCode,
  resetPassword,
  signIn,
  signOut,
  signUp,
  updateUserAttribute,
} from 'aws-amplify/auth';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { password, poolId, startTestPool, type TestPool } from './test-pool.ts';

let pool: TestPool;
const ana = 'ana@example.test';

beforeEach(async () => {
  pool = await startTestPool();
});

afterEach(() => pool.stop());

/** The site reaches the pool through a proxy on its own origin, which adds a path to the endpoint. */
test('supports the operations of Amplify that we use, with a path in the endpoint', {
  tags: 'extended',
}, async () => {
  pool.forgetSignIn('/__local/cognito');
  const { nextStep } = await signUp({
    username: ana,
    password,
    options: { userAttributes: { email: ana }, clientMetadata: { language: 'en' } },
  });
  expect(nextStep).toMatchObject({
    signUpStep: 'CONFIRM_SIGN_UP',
    codeDeliveryDetails: { destination: 'a***@e***', deliveryMedium: 'EMAIL' },
  });
  expect((await signIn({ username: ana, password })).nextStep.signInStep).toBe('CONFIRM_SIGN_UP');
  await resendSignUpCode({ username: ana });
  await confirmSignUp({ username: ana, confirmationCode: pool.lastCode() });

  expect(await signIn({ username: 'Ana@Example.Test', password })).toMatchObject({ isSignedIn: true });
  const { userId } = await getCurrentUser();
  expect(await fetchUserAttributes()).toEqual({
    sub: userId,
    email: ana,
    email_verified: 'true',
  });
  const member = { UserPoolId: poolId, Username: userId, GroupName: 'paid' };
  await pool.sdk().send(new AdminAddUserToGroupCommand(member));
  const groups = async (forceRefresh: boolean) =>
    (await fetchAuthSession({ forceRefresh })).tokens?.accessToken.payload['cognito:groups'];
  expect(await groups(false)).toBeUndefined();
  expect(await groups(true)).toEqual(['paid']);

  const newEmail = 'ana.new@example.test';
  const change = await updateUserAttribute({ userAttribute: { attributeKey: 'email', value: newEmail } });
  expect(change.nextStep.updateAttributeStep).toBe('CONFIRM_ATTRIBUTE_WITH_CODE');
  expect(pool.mails.at(-1)?.to).toBe(newEmail);
  await confirmUserAttribute({ userAttributeKey: 'email', confirmationCode: pool.lastCode() });
  expect((await fetchUserAttributes()).email).toBe(newEmail);

  await signOut();
  await resetPassword({ username: newEmail });
  const confirmationCode = pool.lastCode();
  await confirmResetPassword({ username: newEmail, confirmationCode, newPassword: 'Third-horse-9' });
  await signIn({ username: newEmail, password: 'Third-horse-9' });
  await signOut({ global: true });
  await signIn({ username: newEmail, password: 'Third-horse-9' });
  await deleteUser();
  await expect(signIn({ username: newEmail, password: 'Third-horse-9' })).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
});
