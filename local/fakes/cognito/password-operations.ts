import * as z from 'zod';
import type { Account } from './account.ts';
import { codeDeliveryDetails, redeemCode, withNewCode } from './codes.ts';
import { CognitoError, codeMismatch } from './cognito-error.ts';
import {
  clientId,
  clientMetadata,
  confirmationCode,
  operation,
  type PoolContext,
  password,
  username,
} from './operation.ts';
import { createPasswordVerifier, srpIdentity } from './srp.ts';

const forgotPassword = z.object({ ClientId: clientId, Username: username, ClientMetadata: clientMetadata });
const confirmForgotPassword = z.object({
  ClientId: clientId,
  Username: username,
  ConfirmationCode: confirmationCode,
  Password: password,
  ClientMetadata: clientMetadata,
});
export function passwordOperations({ pool, poolId, passwordPolicy, triggers }: PoolContext) {
  const withPassword = (account: Account, newPassword: string): Account => ({
    ...account,
    passwordVerifier: createPasswordVerifier(srpIdentity(poolId, account.Username), newPassword),
  });

  return {
    ForgotPassword: operation(forgotPassword, (request) => {
      const found = pool.find(request.Username);
      if (found?.attributes.email_verified !== 'true') {
        return { answer: { CodeDeliveryDetails: codeDeliveryDetails(request.Username) } };
      }
      const { account, code } = withNewCode(found, 'forgotPassword');
      pool.save(account);
      const { email } = account.attributes;
      return {
        answer: { CodeDeliveryDetails: codeDeliveryDetails(email) },
        afterwards: () =>
          triggers.sendCode(email, code, account, 'CustomEmailSender_ForgotPassword', request.ClientMetadata),
      };
    }),

    ConfirmForgotPassword: operation(confirmForgotPassword, (request) => {
      checkPassword(passwordPolicy, request.Password);
      const found = pool.find(request.Username);
      // https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pool-managing-errors.html
      if (!found) throw codeMismatch();
      const redeemed = redeemCode(pool, found, 'forgotPassword', request.ConfirmationCode);
      const account = withPassword(redeemed, request.Password);
      pool.save(account);
      return {
        answer: {},
        afterwards: () =>
          triggers.afterConfirmation(
            account,
            'PostConfirmation_ConfirmForgotPassword',
            request.ClientMetadata,
          ),
      };
    }),
  };
}

export interface PasswordPolicy {
  minimumLength: number;
  requireLowercase: boolean;
  requireUppercase: boolean;
  requireNumbers: boolean;
  requireSymbols: boolean;
}

/**
 * Includes the space, which is allowed inside a password.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/managing-users-passwords.html
 */
const symbol = /[\^$*.[\]{}()?\-"!@#%&/\\,><':;|_~`+= ]/;

/** @throws CognitoError InvalidPasswordException with the text of AWS, which the site shows */
export function checkPassword(policy: PasswordPolicy, password: string): void {
  const fault = faultOf(policy, password);
  if (fault) {
    throw new CognitoError('InvalidPasswordException', `Password did not conform with policy: ${fault}`);
  }
}

function faultOf(policy: PasswordPolicy, password: string): string | null {
  if (password.length < policy.minimumLength) return 'Password not long enough';
  if (policy.requireUppercase && !/[A-Z]/.test(password)) return 'Password must have uppercase characters';
  if (policy.requireLowercase && !/[a-z]/.test(password)) return 'Password must have lowercase characters';
  if (policy.requireNumbers && !/[0-9]/.test(password)) return 'Password must have numeric characters';
  if (policy.requireSymbols && !symbol.test(password)) return 'Password must have symbol characters';
  return null;
}
