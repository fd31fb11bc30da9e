import * as z from 'zod';
import type { Account } from './account.ts';
import { CognitoError, invalidAccessToken, invalidParameter, userNotFound } from './cognito-error.ts';
import { accessToken, operation, type PoolContext, username } from './operation.ts';
import { createTotpSecret, findTotpStep } from './totp.ts';

const associateSoftwareToken = z.object({ AccessToken: accessToken });
const verifySoftwareToken = z.object({
  AccessToken: accessToken,
  UserCode: z.string().regex(/^[0-9]{6}$/),
  FriendlyDeviceName: z.string().optional(),
});
const settings = z.object({ Enabled: z.boolean().default(false), PreferredMfa: z.boolean().default(false) });
const mfaPreference = z.object({
  SoftwareTokenMfaSettings: settings.optional(),
  SMSMfaSettings: settings.optional(),
  EmailMfaSettings: settings.optional(),
  WebAuthnMfaSettings: z.object({ Enabled: z.boolean().default(false) }).optional(),
});

const setUserMfaPreference = mfaPreference.extend({ AccessToken: accessToken });
const adminSetUserMfaPreference = mfaPreference.extend({
  UserPoolId: z.string().min(1),
  Username: username,
});

/** https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-mfa-totp.html */
export function softwareTokenOperations({ pool, sessions, hasSoftwareTokenMfa, passkeys }: PoolContext) {
  function refuseWithoutMfa(): void {
    if (!hasSoftwareTokenMfa) throw tokenNotFound('Software Token MFA has not been enabled by the userPool.');
  }

  function setPreference(account: Account, request: z.output<typeof mfaPreference>): void {
    if (request.SMSMfaSettings?.Enabled) throw notSetUp('SMS_MFA');
    if (request.EmailMfaSettings?.Enabled) throw notSetUp('EMAIL_OTP');
    const { SoftwareTokenMfaSettings: app, WebAuthnMfaSettings: passkey } = request;
    if (app?.Enabled && !account.softwareToken) throw notSetUp('SOFTWARE_TOKEN_MFA');
    if (passkey?.Enabled && !passkeys?.isMultiFactor) throw notSetUp('WEB_AUTHN');
    pool.save({
      ...account,
      ...(app && { mfa: app.Enabled ? { isPreferred: app.PreferredMfa } : undefined }),
      ...(passkey && { isPasskeyMultiFactor: passkey.Enabled }),
    });
  }

  return {
    /** The previous app works until the new one is verified. */
    AssociateSoftwareToken: operation(associateSoftwareToken, ({ AccessToken }) => {
      const account = sessions.accountOf(AccessToken, invalidAccessToken);
      refuseWithoutMfa();
      const pendingTokenSecret = createTotpSecret();
      pool.save({ ...account, pendingTokenSecret });
      return { answer: { SecretCode: pendingTokenSecret } };
    }),

    VerifySoftwareToken: operation(verifySoftwareToken, ({ AccessToken, UserCode }) => {
      const { pendingTokenSecret: secret, ...account } = sessions.accountOf(AccessToken);
      refuseWithoutMfa();
      if (!secret) throw tokenNotFound('Software Token MFA does not exist for the user.');
      const lastStep = findTotpStep(secret, UserCode, Date.now());
      if (lastStep === null) {
        throw new CognitoError(
          'EnableSoftwareTokenMFAException',
          'Code mismatch and fail enable Software Token MFA',
        );
      }
      pool.save({ ...account, softwareToken: { secret, lastStep } });
      return { answer: { Status: 'SUCCESS' } };
    }),

    SetUserMFAPreference: operation(setUserMfaPreference, (request) => {
      setPreference(sessions.accountOf(request.AccessToken), request);
      return { answer: {} };
    }),

    AdminSetUserMFAPreference: operation(adminSetUserMfaPreference, (request) => {
      const account = pool.find(request.Username);
      if (!account) throw userNotFound();
      setPreference(account, request);
      return { answer: {} };
    }),
  };
}

/**
 * The fields of GetUser and AdminGetUser, whose documentation lists no value for passkeys.
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_GetUser.html
 */
export function listMfaSettings({ mfa }: Account) {
  if (!mfa) return {};
  return {
    UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
    ...(mfa.isPreferred && { PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA' }),
  };
}

/**
 * Returns the account with this code as the last one used.
 * @throws CognitoError for a code that is wrong or was used before
 */
export function redeemSoftwareTokenCode(account: Account, code: string): Account {
  const { softwareToken } = account;
  const step = softwareToken ? findTotpStep(softwareToken.secret, code, Date.now()) : null;
  if (!softwareToken || step === null) {
    throw new CognitoError('CodeMismatchException', 'Invalid code received for user');
  }
  if (step <= softwareToken.lastStep) {
    throw new CognitoError('ExpiredCodeException', 'Your software token has already been used once.');
  }
  return { ...account, softwareToken: { ...softwareToken, lastStep: step } };
}

const tokenNotFound = (message: string) => new CognitoError('SoftwareTokenMFANotFoundException', message);

const notSetUp = (factor: string) =>
  invalidParameter(`User does not have delivery config set to turn on ${factor}`);
