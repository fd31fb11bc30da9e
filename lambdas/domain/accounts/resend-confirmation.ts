import {
  AdminUpdateUserAttributesCommand,
  AliasExistsException,
  type CognitoIdentityProviderClient,
  InvalidParameterException,
  ResendConfirmationCodeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { AppError } from '../../platform/app-error.ts';
import { accountPool } from './account-pool.ts';

interface Confirmation {
  userPoolId: string;
  /** The client of the website. */
  clientId: string;
  userId: string;
  email: string;
  /** Replaces the address, which was never confirmed. */
  correctedEmail?: string | undefined;
}

/**
 * Sends the code for a registration again, with the email and the limits of the site's own form. The previous code stops working, so the
 * reader of a wrong mailbox cannot confirm the corrected address. Safe to repeat: each run sends a new code.
 * @throws AppError `aborted` when the account is confirmed or another one has the address
 */
export async function resendConfirmation(
  cognito: CognitoIdentityProviderClient,
  { userPoolId, clientId, userId, email, correctedEmail }: Confirmation,
): Promise<void> {
  if ((await accountPool(cognito, userPoolId).statusOf(userId)) !== 'UNCONFIRMED') throw isConfirmed();
  if (correctedEmail) {
    const isNew = correctedEmail.toLowerCase() !== email.toLowerCase();
    await changeAddress(cognito, { userPoolId, userId, email: isNew ? correctedEmail : undefined });
  }
  try {
    await cognito.send(new ResendConfirmationCodeCommand({ ClientId: clientId, Username: userId }));
  } catch (error) {
    // The person has confirmed the address since it was read.
    if (error instanceof InvalidParameterException) throw isConfirmed();
    throw error;
  }
}

/**
 * The pool keeps an address until its change is confirmed, unless the same request marks the new one as verified. It is not verified, so
 * the next request removes the mark. If a run ends between the two requests, a repeated call sends the second one. Until then, an
 * UNCONFIRMED account cannot sign in.
 * @param change.email undefined if the account has the address already
 * @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminUpdateUserAttributes.html
 */
async function changeAddress(
  cognito: CognitoIdentityProviderClient,
  { userPoolId, userId, email }: { userPoolId: string; userId: string; email: string | undefined },
): Promise<void> {
  const change = (attributes: Record<string, string>) =>
    cognito.send(
      new AdminUpdateUserAttributesCommand({
        UserPoolId: userPoolId,
        Username: userId,
        UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
      }),
    );
  try {
    if (email) await change({ email, email_verified: 'true' });
  } catch (error) {
    if (error instanceof AliasExistsException)
      throw new AppError('aborted', 'Another account has this address. Nothing was changed.');
    throw error;
  }
  await change({ email_verified: 'false' });
}

const isConfirmed = () =>
  new AppError(
    'aborted',
    'The address of this account is confirmed, so it needs no code. The person can sign in.',
  );
