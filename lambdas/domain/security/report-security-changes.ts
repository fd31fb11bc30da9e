import * as events from '../../../contract/events/events.ts';
import type { SecurityChange } from '../../../contract/events/security-changes.ts';
import { type EventBus, publishEvent } from '../../platform/publish-event.ts';
import type { RecoveryCodes, ReportedSecurity, StoredUser } from '../users/user-store.ts';
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

/** The current sign-in methods of a person. */
export interface SignInMethods {
  /** Whether a password also needs the code of an authenticator app. */
  hasApp: boolean;
  /** The ids of the passkeys in Cognito. */
  passkeyIds: string[];
}

/** A change that was not reported to the owner. */
export interface UnreportedChange {
  change: SecurityChange;
  /** The same change has the same key, even if another request finds it. */
  key: string;
}

/** The state before the first report. */
export const nothingReported: ReportedSecurity = { version: 0, hasApp: false, passkeyIds: [] };

/**
 * The differences between the last report and the current state. A recovery code turns off the second
 * factor, and a new second factor comes with recovery codes, so one email reports both.
 */
export function compareSecurity(
  reported: ReportedSecurity,
  { hasApp, passkeyIds }: SignInMethods,
  codes: RecoveryCodes | undefined,
): UnreportedChange[] {
  const ofApp = (change: SecurityChange) => ({ change, key: `${change}#${reported.version + 1}` });
  const ofPasskey = (change: SecurityChange) => (id: string) => ({ change, key: `${change}#${id}` });
  const isTurnedOn = hasApp && !reported.hasApp;
  const isSameSet = codes?.id === reported.recoveryCodes?.id;
  const isCodeUsed = isSameSet && (codes?.hashes.length ?? 0) < (reported.recoveryCodes?.left ?? 0);
  return [
    ...(isTurnedOn ? [ofApp('factorTurnedOn')] : []),
    ...(codes && isCodeUsed ? [codeUsed(codes)] : []),
    ...(!hasApp && reported.hasApp && !isCodeUsed ? [ofApp('factorTurnedOff')] : []),
    ...(codes && !isSameSet && !isTurnedOn ? [codesRenewed(codes)] : []),
    ...passkeyIds.filter((id) => !reported.passkeyIds.includes(id)).map(ofPasskey('passkeyAdded')),
    ...reported.passkeyIds.filter((id) => !passkeyIds.includes(id)).map(ofPasskey('passkeyRemoved')),
  ];
}

export const codeUsed = ({ id, hashes }: RecoveryCodes): UnreportedChange => ({
  change: 'recoveryCodeUsed',
  key: `recoveryCodeUsed#${id}#${hashes.length}`,
});

const codesRenewed = ({ id }: RecoveryCodes): UnreportedChange => ({
  change: 'recoveryCodesRenewed',
  key: `recoveryCodesRenewed#${id}`,
});
