import type { SecurityChange } from '../../../contract/events/security-changes.ts';
import type { RecoveryCodes, ReportedSecurity } from '../users/user-store.ts';

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
