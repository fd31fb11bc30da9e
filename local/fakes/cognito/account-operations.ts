import * as z from 'zod';
import { type Account, checkAttributes, listAttributes, withVerifiedEmail } from './account.ts';
import { codeDeliveryDetails, redeemCode, withNewCode } from './codes.ts';
import { emailTaken, invalidParameter } from './cognito-error.ts';
import {
  accessToken,
  clientMetadata,
  confirmationCode,
  type Outcome,
  operation,
  type PoolContext,
  userAttributes,
} from './operation.ts';
import { listMfaSettings } from './software-token-operations.ts';
import { isEmailAddress, normalizeEmail } from './user-pool.ts';

const getUser = z.object({ AccessToken: accessToken });
const deleteUser = z.object({ AccessToken: accessToken });
const updateUserAttributes = z.object({
  AccessToken: accessToken,
  UserAttributes: userAttributes,
  ClientMetadata: clientMetadata,
});
const verifyUserAttribute = z.object({
  AccessToken: accessToken,
  AttributeName: z.literal('email'),
  Code: confirmationCode,
});

/**
 * The operations of signed-in users. AttributesRequireVerificationBeforeUpdate includes the email address.
 */
export function accountOperations({ pool, sessions, triggers, writeAttributes }: PoolContext) {
  function refuseTakenEmail(email: string, account: Account): void {
    const holder = pool.find(email);
    if (holder && holder.Username !== account.Username) throw emailTaken('AliasExistsException');
  }

  return {
    GetUser: operation(getUser, ({ AccessToken }) => {
      const account = sessions.accountOf(AccessToken);
      return {
        answer: {
          Username: account.Username,
          UserAttributes: listAttributes(account),
          ...listMfaSettings(account),
        },
      };
    }),

    DeleteUser: operation(deleteUser, ({ AccessToken }) => {
      pool.remove(sessions.accountOf(AccessToken));
      return { answer: {} };
    }),

    UpdateUserAttributes: operation(updateUserAttributes, (request): Outcome => {
      const found = sessions.accountOf(request.AccessToken);
      checkAttributes(request.UserAttributes, writeAttributes);
      const given = request.UserAttributes.at(-1)?.Value;
      if (given === undefined) return { answer: { CodeDeliveryDetailsList: [] } };
      const email = normalizeEmail(given);
      if (!isEmailAddress(email)) throw invalidParameter('Invalid email address format.');
      if (email === found.attributes.email) {
        // The current address cancels a change that was not verified.
        pool.save({ ...found, pendingEmail: undefined });
        return { answer: { CodeDeliveryDetailsList: [] } };
      }
      refuseTakenEmail(email, found);
      const { account, code } = withNewCode({ ...found, pendingEmail: email }, 'email');
      pool.save(account);
      const source = 'CustomEmailSender_UpdateUserAttribute';
      return {
        answer: { CodeDeliveryDetailsList: [codeDeliveryDetails(email)] },
        afterwards: () => triggers.sendCode(email, code, account, source, request.ClientMetadata),
      };
    }),

    VerifyUserAttribute: operation(verifyUserAttribute, (request) => {
      const found = sessions.accountOf(request.AccessToken);
      const redeemed = redeemCode(pool, found, 'email', request.Code);
      const email = redeemed.pendingEmail ?? redeemed.attributes.email;
      refuseTakenEmail(email, redeemed);
      pool.save({ ...withVerifiedEmail(redeemed, email), pendingEmail: undefined });
      return { answer: {} };
    }),
  };
}
