import * as z from 'zod';
import type { Account } from './account.ts';
import { codeDeliveryDetails } from './code-delivery.ts';
import { redeemCode, withNewCode } from './codes.ts';
import { codeMismatch, wrongCredentials } from './cognito-error.ts';
import {
  accessToken,
  clientId,
  clientMetadata,
  confirmationCode,
  operation,
  password,
  username,
} from './operation.ts';
import { checkPassword } from './password-policy.ts';
import { type PoolContext, srpIdentity } from './pool-context.ts';
import { createPasswordVerifier, isPassword } from './srp.ts';

const forgotPassword = z.object({ ClientId: clientId, Username: username, ClientMetadata: clientMetadata });
const confirmForgotPassword = z.object({
  ClientId: clientId,
  Username: username,
  ConfirmationCode: confirmationCode,
  Password: password,
  ClientMetadata: clientMetadata,
});
const changePassword = z.object({
  AccessToken: accessToken,
  PreviousPassword: password,
  ProposedPassword: password,
});

export function passwordOperations({ pool, poolId, passwordPolicy, sessions, triggers }: PoolContext) {
  const withPassword = (account: Account, newPassword: string): Account => ({
    ...account,
    passwordVerifier: createPasswordVerifier(srpIdentity(poolId, account.Username), newPassword),
  });

  return {
    ForgotPassword: operation(forgotPassword, (request) => {
      const found = pool.find(request.Username);
      if (!found?.Enabled || found.attributes.email_verified !== 'true') {
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
      if (!found?.Enabled) throw codeMismatch();
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

    ChangePassword: operation(changePassword, (request) => {
      const account = sessions.accountOf(request.AccessToken);
      const identity = srpIdentity(poolId, account.Username);
      if (!isPassword(identity, request.PreviousPassword, account.passwordVerifier)) throw wrongCredentials();
      checkPassword(passwordPolicy, request.ProposedPassword);
      pool.save(withPassword(account, request.ProposedPassword));
      return { answer: {} };
    }),
  };
}
