import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { type Account, checkAttributes, withVerifiedEmail } from './account.ts';
import { codeDeliveryDetails, redeemCode, withNewCode } from './codes.ts';
import { codeExpired, emailTaken, invalidParameter, notAuthorized, userNotFound } from './cognito-error.ts';
import {
  clientId,
  clientMetadata,
  confirmationCode,
  type Outcome,
  operation,
  type PoolContext,
  password,
  userAttributes,
  username,
} from './operation.ts';
import { checkPassword } from './password-operations.ts';
import { createPasswordVerifier, srpIdentity } from './srp.ts';
import type { ClientMetadata } from './triggers.ts';
import { isEmailAddress, normalizeEmail, nowSeconds } from './user-pool.ts';

const signUp = z.object({
  ClientId: clientId,
  Username: username,
  Password: password,
  UserAttributes: userAttributes.optional(),
  ClientMetadata: clientMetadata,
});
const confirmSignUp = z.object({
  ClientId: clientId,
  Username: username,
  ConfirmationCode: confirmationCode,
  ClientMetadata: clientMetadata,
});
const adminConfirmSignUp = z.object({
  UserPoolId: z.string().min(1),
  Username: username,
  ClientMetadata: clientMetadata,
});
const resendConfirmationCode = z.object({
  ClientId: clientId,
  Username: username,
  ClientMetadata: clientMetadata,
});

export function signUpOperations({
  pool,
  poolId,
  passwordPolicy,
  allowsSignUp,
  writeAttributes,
  triggers,
}: PoolContext) {
  function refuseConfirmed({ UserStatus }: Account): void {
    if (UserStatus !== 'UNCONFIRMED')
      throw notAuthorized(`User cannot be confirmed. Current status is ${UserStatus}`);
  }

  function confirm(found: Account, metadata: ClientMetadata): Outcome {
    const account: Account = { ...found, UserStatus: 'CONFIRMED' };
    pool.save(account);
    return {
      answer: {},
      afterwards: () => triggers.afterConfirmation(account, 'PostConfirmation_ConfirmSignUp', metadata),
    };
  }

  return {
    SignUp: operation(signUp, (request) => {
      if (!allowsSignUp) throw notAuthorized('SignUp is not permitted for this user pool');
      const email = normalizeEmail(request.Username);
      if (!isEmailAddress(email)) throw invalidParameter('Username should be an email.');
      checkPassword(passwordPolicy, request.Password);
      checkAttributes(request.UserAttributes ?? [], writeAttributes);
      if (pool.find(email)) throw emailTaken('UsernameExistsException');

      const id = randomUUID();
      const { account, code } = withNewCode(
        {
          Username: id,
          Enabled: true,
          UserStatus: 'UNCONFIRMED',
          UserCreateDate: nowSeconds(),
          UserLastModifiedDate: nowSeconds(),
          passwordVerifier: createPasswordVerifier(srpIdentity(poolId, id), request.Password),
          attributes: { sub: id, email, email_verified: 'false' },
          groups: [],
          sessions: [],
          codes: {},
        },
        'signUp',
      );
      pool.save(account);
      return {
        answer: { UserConfirmed: false, UserSub: id, CodeDeliveryDetails: codeDeliveryDetails(email) },
        afterwards: () =>
          triggers.sendCode(email, code, account, 'CustomEmailSender_SignUp', request.ClientMetadata),
      };
    }),

    ConfirmSignUp: operation(confirmSignUp, (request) => {
      const found = pool.find(request.Username);
      if (!found) throw codeExpired();
      refuseConfirmed(found);
      const redeemed = redeemCode(pool, found, 'signUp', request.ConfirmationCode);
      return confirm(withVerifiedEmail(redeemed, redeemed.attributes.email), request.ClientMetadata);
    }),

    /** Confirms the account, but not its address. */
    AdminConfirmSignUp: operation(adminConfirmSignUp, (request) => {
      const found = pool.find(request.Username);
      if (!found) throw userNotFound();
      refuseConfirmed(found);
      return confirm(found, request.ClientMetadata);
    }),

    ResendConfirmationCode: operation(resendConfirmationCode, (request) => {
      const found = pool.find(request.Username);
      if (!found) return { answer: { CodeDeliveryDetails: codeDeliveryDetails(request.Username) } };
      if (found.UserStatus !== 'UNCONFIRMED') throw invalidParameter('User is already confirmed.');
      const { account, code } = withNewCode(found, 'signUp');
      pool.save(account);
      const { email } = account.attributes;
      return {
        answer: { CodeDeliveryDetails: codeDeliveryDetails(email) },
        afterwards: () =>
          triggers.sendCode(email, code, account, 'CustomEmailSender_ResendCode', request.ClientMetadata),
      };
    }),
  };
}
