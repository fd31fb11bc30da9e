import * as z from 'zod';
import type { Account } from './account.ts';
import { changeAttributes, checkAttributes, listAttributes, withVerifiedEmail } from './attributes.ts';
import { codeDeliveryDetails } from './code-delivery.ts';
import { redeemCode, withNewCode } from './codes.ts';
import { emailTaken, invalidParameter } from './cognito-error.ts';
import {
  accessToken,
  clientMetadata,
  confirmationCode,
  type Outcome,
  operation,
  userAttributes,
} from './operation.ts';
import type { PoolContext } from './pool-context.ts';
import { listMfaSettings } from './software-token-operations.ts';
import type { ClientMetadata, MailSource } from './triggers.ts';
import { isEmailAddress, normalizeEmail } from './user-pool.ts';

const getUser = z.object({ AccessToken: accessToken });
const deleteUser = z.object({ AccessToken: accessToken });
const updateUserAttributes = z.object({
  AccessToken: accessToken,
  UserAttributes: userAttributes,
  ClientMetadata: clientMetadata,
});
const getUserAttributeVerificationCode = z.object({
  AccessToken: accessToken,
  AttributeName: z.literal('email'),
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

  function sendEmailCode(found: Account, source: MailSource, metadata: ClientMetadata) {
    const { account, code } = withNewCode(found, 'email');
    pool.save(account);
    const email = account.pendingEmail ?? account.attributes.email;
    return {
      details: codeDeliveryDetails(email),
      afterwards: () => triggers.sendCode(email, code, account, source, metadata),
    };
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
      const others = request.UserAttributes.filter(({ Name }) => Name !== 'email');
      const account = { ...found, attributes: changeAttributes(found.attributes, others) };
      const given = request.UserAttributes.find(({ Name }) => Name === 'email')?.Value;
      const email = given === undefined ? account.attributes.email : normalizeEmail(given);
      if (!isEmailAddress(email)) throw invalidParameter('Invalid email address format.');
      if (email === account.attributes.email) {
        // The current address cancels a change that was not verified.
        pool.save(given === undefined ? account : { ...account, pendingEmail: undefined });
        return { answer: { CodeDeliveryDetailsList: [] } };
      }
      refuseTakenEmail(email, account);
      const { details, afterwards } = sendEmailCode(
        { ...account, pendingEmail: email },
        'CustomEmailSender_UpdateUserAttribute',
        request.ClientMetadata,
      );
      return { answer: { CodeDeliveryDetailsList: [details] }, afterwards };
    }),

    GetUserAttributeVerificationCode: operation(getUserAttributeVerificationCode, (request) => {
      const { details, afterwards } = sendEmailCode(
        sessions.accountOf(request.AccessToken),
        'CustomEmailSender_VerifyUserAttribute',
        request.ClientMetadata,
      );
      return { answer: { CodeDeliveryDetails: details }, afterwards };
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
