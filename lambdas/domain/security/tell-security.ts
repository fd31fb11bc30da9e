import type { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { publishEvent } from '../../platform/publish-event.ts';
import type { RecoveryCodes, StoredUser, ToldSecurity } from '../users/user-store.ts';
import { compareSecurity, nothingTold, type SignInMethods, type UntoldChange } from './compare-security.ts';
import type { SecurityStore } from './security-store.ts';

export interface SecurityBus {
  client: EventBridgeClient;
  name: string;
}

interface Teller {
  bus: SecurityBus;
  security: Pick<SecurityStore, 'rememberTold'>;
}

/**
 * Publishes each change that the owner has not been told about, and remembers it. If this stops in
 * between, the next call publishes the same events with the same keys, and each email is sent once.
 * @param user the record, read before the methods: what was told is never newer than what is compared
 * @param methods how the user can sign in now
 * @param email where the emails go
 */
export async function tellSecurity(
  { bus, security }: Teller,
  user: StoredUser,
  methods: SignInMethods,
  email: string,
): Promise<void> {
  const { userId, recoveryCodes, toldSecurity: told = nothingTold } = user;
  const changes = compareSecurity(told, methods, recoveryCodes);
  if (changes.length === 0) return;
  for (const change of changes) await tellChange(bus, { userId, email }, change);
  await security.rememberTold(userId, nextTold(told, methods, recoveryCodes));
}

/** Tells that the second factor was turned off without its owner's sign-in, and why. */
export async function tellTurnedOff(
  { bus, security }: Teller,
  { userId, email, recoveryCodes, toldSecurity: told = nothingTold }: StoredUser,
  change: UntoldChange,
): Promise<void> {
  await tellChange(bus, { userId, email }, change);
  const methods = { hasApp: false, passkeyIds: told.passkeyIds };
  await security.rememberTold(userId, nextTold(told, methods, recoveryCodes));
}

/** Publishes one change. Of several with the same user and key, one email is sent. */
export async function tellChange(
  { client, name }: SecurityBus,
  { userId, email }: Pick<StoredUser, 'userId' | 'email'>,
  { change, key }: UntoldChange,
): Promise<void> {
  const idempotencyKey = `security#${userId}#${key}`;
  await publishEvent(client, name, 'securityChanged', { userId, email, change, idempotencyKey });
}

const nextTold = (
  { version }: ToldSecurity,
  { hasApp, passkeyIds }: SignInMethods,
  codes: RecoveryCodes | undefined,
): ToldSecurity => ({
  version: version + 1,
  hasApp,
  passkeyIds,
  ...(codes && { recoveryCodes: { id: codes.id, left: codes.hashes.length } }),
});
