import * as events from '../../../contract/events/events.ts';
import { type EventBus, publishEvent } from '../../platform/publish-event.ts';
import type { RecoveryCodes, ReportedSecurity, StoredUser } from '../users/user-store.ts';
import {
  compareSecurity,
  nothingReported,
  type SignInMethods,
  type UnreportedChange,
} from './compare-security.ts';
import type { SecurityStore } from './security-store.ts';

interface SecurityReporter {
  bus: EventBus;
  security: Pick<SecurityStore, 'rememberReported'>;
}

/**
 * Publishes each change that was not reported to the owner, and stores the report. If it is
 * interrupted, the next call publishes the same events with the same keys, and each email is sent once.
 * @param user the record, read before the methods, so that it is never newer than the methods
 * @param methods how the user can sign in now
 * @param email the address for the emails
 */
export async function reportSecurityChanges(
  { bus, security }: SecurityReporter,
  user: StoredUser,
  methods: SignInMethods,
  email: string,
): Promise<void> {
  const { userId, recoveryCodes, reportedSecurity: reported = nothingReported } = user;
  const changes = compareSecurity(reported, methods, recoveryCodes);
  if (changes.length === 0) return;
  for (const change of changes) await reportChange(bus, { userId, email }, change);
  await security.rememberReported(userId, nextReported(reported, methods, recoveryCodes));
}

/** Reports that the second factor was turned off without its owner's sign-in, and why. */
export async function reportFactorOff(
  { bus, security }: SecurityReporter,
  { userId, email, recoveryCodes, reportedSecurity: reported = nothingReported }: StoredUser,
  change: UnreportedChange,
): Promise<void> {
  await reportChange(bus, { userId, email }, change);
  const methods = { hasApp: false, passkeyIds: reported.passkeyIds };
  await security.rememberReported(userId, nextReported(reported, methods, recoveryCodes));
}

/** Publishes one change. Several events with the same user and key cause one email. */
export async function reportChange(
  bus: EventBus,
  { userId, email }: Pick<StoredUser, 'userId' | 'email'>,
  { change, key }: UnreportedChange,
): Promise<void> {
  const idempotencyKey = `security#${userId}#${key}`;
  await publishEvent(bus, events.securityChanged, { userId, email, change, idempotencyKey });
}

const nextReported = (
  { version }: ReportedSecurity,
  { hasApp, passkeyIds }: SignInMethods,
  codes: RecoveryCodes | undefined,
): ReportedSecurity => ({
  version: version + 1,
  hasApp,
  passkeyIds,
  ...(codes && { recoveryCodes: { id: codes.id, left: codes.hashes.length } }),
});
