import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { factorResetHours } from '../../../contract/rules/recovery-codes.ts';
import type { FactorReset, StoredUser } from '../users/user-store.ts';
import type { SecurityStore } from './security-store.ts';
import { type SecurityBus, tellChange, tellTurnedOff } from './tell-security.ts';
import { turnOffSecondFactor } from './turn-off-second-factor.ts';

interface Told {
  bus: SecurityBus;
  security: SecurityStore;
}

/** When the team may turn off the second factor. */
export const resetDueAt = ({ requestedAt }: FactorReset): Date =>
  new Date(new Date(requestedAt).getTime() + factorResetHours * 60 * 60 * 1000);

/**
 * Notes that the team was asked to turn off a person's second factor, and tells the owner.
 * @returns the request; the earlier one if there is one already
 */
export async function requestReset(
  { bus, security }: Told,
  { userId, email, factorReset: earlier }: Pick<StoredUser, 'userId' | 'email' | 'factorReset'>,
  now: Date,
): Promise<FactorReset> {
  const factorReset = earlier ?? { requestedAt: now.toISOString() };
  // The email of an earlier request may be missing. With the same key, it is sent once.
  const key = `factorReset#${factorReset.requestedAt}#requested`;
  if (!earlier && !(await security.requestReset(userId, factorReset)))
    throw new Error('Another request changed this account at the same time. Run the command again.');
  await tellChange(bus, { userId, email }, { change: 'factorResetRequested', key });
  return factorReset;
}

/** Ends a request of the team, and tells the owner. */
export async function cancelReset(
  { bus, security }: Told,
  { userId, email }: Pick<StoredUser, 'userId' | 'email'>,
  factorReset: FactorReset,
): Promise<void> {
  const key = `factorReset#${factorReset.requestedAt}#cancelled`;
  await tellChange(bus, { userId, email }, { change: 'factorResetCancelled', key });
  await security.removeReset(userId, factorReset);
}

/**
 * Turns off the second factor, signs out all devices and tells the owner. Safe to repeat until the
 * request is removed, which is the last step.
 * @throws Error before the waiting period has ended
 */
export async function completeReset(
  {
    bus,
    security,
    cognito,
    userPoolId,
  }: Told & {
    cognito: CognitoIdentityProviderClient;
    userPoolId: string;
  },
  user: StoredUser,
  factorReset: FactorReset,
  now: Date,
): Promise<void> {
  if (now < resetDueAt(factorReset)) throw new Error('The waiting period has not ended.');
  await turnOffSecondFactor(cognito, { userPoolId, userId: user.userId });
  const key = `factorReset#${factorReset.requestedAt}#done`;
  await tellTurnedOff({ bus, security }, user, { change: 'factorReset', key });
  await security.removeReset(user.userId, factorReset);
}
