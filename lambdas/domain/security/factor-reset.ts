import {
  AdminSetUserMFAPreferenceCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { factorResetDays, factorResetHours } from '../../../contract/rules/recovery-codes.ts';
import type { EventBus } from '../../platform/publish-event.ts';
import { signOutEverywhere } from '../accounts/account-pool.ts';
import type { FactorReset, StoredUser } from '../users/user-store.ts';
import { removeFromTeam } from './desk-access.ts';
import { reportChange, reportFactorOff } from './report-security-changes.ts';
import type { SecurityStore } from './security-store.ts';

interface ResetDependencies {
  bus: EventBus;
  security: SecurityStore;
}

/** The id of the user, and the address for the emails. */
type Owner = Pick<StoredUser, 'userId' | 'email'>;

/** The time from which the team may turn off the second factor. */
export const resetDueAt = ({ requestedAt }: FactorReset): Date =>
  new Date(new Date(requestedAt).getTime() + factorResetHours * 60 * 60 * 1000);

/** The time at which a request expires, so that an old request cannot replace the waiting period of a new one. */
export const resetExpiresAt = ({ requestedAt }: FactorReset): Date =>
  new Date(new Date(requestedAt).getTime() + factorResetDays * 24 * 60 * 60 * 1000);

/**
 * Stores a request to the team to turn off a person's second factor, and emails the owner. Safe to
 * repeat: the owner gets one email for each request.
 * @returns the request; the earlier one if there is one already
 * @throws Error if the account is being deleted
 */
export async function requestReset(
  { bus, security }: ResetDependencies,
  { userId, email }: Owner,
  now: Date,
): Promise<FactorReset> {
  const factorReset = await security.requestReset(userId, { requestedAt: now.toISOString() });
  if (!factorReset) throw new Error('This account is being deleted.');
  const key = `factorReset#${factorReset.requestedAt}#requested`;
  await reportChange(bus, { userId, email }, { change: 'factorResetRequested', key });
  return factorReset;
}

/**
 * Ends a request of the team before it is completed, and emails the owner. Safe to repeat until the
 * request is removed, which is the last step.
 * @param hasApp whether the second factor is on; otherwise no email is sent
 * @returns false if the request is being completed, or no longer exists
 */
export async function cancelReset(
  { bus, security }: ResetDependencies,
  { userId, email, hasApp }: Owner & { hasApp: boolean },
  factorReset: FactorReset,
): Promise<boolean> {
  if (!(await security.decideReset(userId, factorReset, 'canceled'))) return false;
  const key = `factorReset#${factorReset.requestedAt}#canceled`;
  if (hasApp) await reportChange(bus, { userId, email }, { change: 'factorResetCanceled', key });
  await security.removeReset(userId, factorReset);
  return true;
}

/**
 * Ends a request whose owner has signed in since. If the team has begun to complete it, removes it
 * without an email, because only the completion can report what it did.
 */
export async function endReset(
  dependencies: ResetDependencies,
  owner: Owner & { hasApp: boolean },
  factorReset: FactorReset,
): Promise<void> {
  if (!(await cancelReset(dependencies, owner, factorReset)))
    await dependencies.security.removeReset(owner.userId, factorReset);
}

/**
 * Signs out all devices, turns off the second factor, removes the recovery codes and emails the owner.
 * Safe to repeat until the request is removed, which is the last step.
 * @returns false if the request was canceled or no longer exists
 * @throws Error before the waiting period has ended, and after the request has expired
 */
export async function completeReset(
  {
    bus,
    security,
    cognito,
    userPoolId,
    hasPasskeys,
  }: ResetDependencies & {
    cognito: CognitoIdentityProviderClient;
    userPoolId: string;
    hasPasskeys: boolean;
  },
  { userId, email }: Owner,
  factorReset: FactorReset,
  now: Date,
): Promise<boolean> {
  if (now < resetDueAt(factorReset)) throw new Error('The waiting period has not ended.');
  if (now >= resetExpiresAt(factorReset)) throw new Error('The request has expired.');
  const user = await security.decideReset(userId, factorReset, 'completed');
  if (!user) return false;
  await turnOffSecondFactor(cognito, { userPoolId, userId, hasPasskeys });
  const { recoveryCodes, ...rest } = user;
  // Somebody else may have found the lost codes.
  if (recoveryCodes) await security.removeCodes(userId, recoveryCodes);
  const key = `factorReset#${factorReset.requestedAt}#done`;
  await reportFactorOff({ bus, security }, { ...rest, email }, { change: 'factorReset', key });
  await security.removeReset(userId, factorReset);
  return true;
}

/**
 * Removes the account from the group `admin`, which requires a second factor, ends all sign-ins, and
 * then turns the second factor off. After an interruption the second factor is still on, so a person
 * without the app can repeat it. Passkeys stay.
 * @param account.hasPasskeys whether the stage has passkeys
 */
export async function turnOffSecondFactor(
  cognito: CognitoIdentityProviderClient,
  { userPoolId, userId, hasPasskeys }: { userPoolId: string; userId: string; hasPasskeys: boolean },
): Promise<void> {
  await removeFromTeam(cognito, { userPoolId, userId });
  await signOutEverywhere(cognito, { userPoolId, userId });
  await cognito.send(
    new AdminSetUserMFAPreferenceCommand({
      UserPoolId: userPoolId,
      Username: userId,
      SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
      // For accounts with an app, this setting lets a passkey count as both factors.
      ...(hasPasskeys && { WebAuthnMfaSettings: { Enabled: false } }),
    }),
  );
}
