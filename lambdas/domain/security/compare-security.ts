import type { SecurityChange } from '../../../contract/events/security-changes.ts';
import type { RecoveryCodes, ToldSecurity } from '../users/user-store.ts';

/** How a person can sign in now. */
export interface SignInMethods {
  /** Whether a password also needs the code of an authenticator app. */
  hasApp: boolean;
  /** By their id in Cognito. */
  passkeyIds: string[];
}

/** A change that the owner has to be told about. */
export interface UntoldChange {
  change: SecurityChange;
  /** The same for the same change, also when another request finds it. */
  key: string;
}

/** What the owner knows when nothing was ever told. */
export const nothingTold: ToldSecurity = { version: 0, hasApp: false, passkeyIds: [] };

/**
 * The differences between what the owner was last told and what is true now. A recovery code turns off
 * the second factor, and a new second factor comes with recovery codes: each is told in one email.
 */
export function compareSecurity(
  told: ToldSecurity,
  { hasApp, passkeyIds }: SignInMethods,
  codes: RecoveryCodes | undefined,
): UntoldChange[] {
  const ofApp = (change: SecurityChange) => ({ change, key: `${change}#${told.version + 1}` });
  const ofPasskey = (change: SecurityChange) => (id: string) => ({ change, key: `${change}#${id}` });
  const isTurnedOn = hasApp && !told.hasApp;
  const isSameSet = codes?.id === told.recoveryCodes?.id;
  const isCodeUsed = isSameSet && (codes?.hashes.length ?? 0) < (told.recoveryCodes?.left ?? 0);
  return [
    ...(isTurnedOn ? [ofApp('factorTurnedOn')] : []),
    ...(codes && isCodeUsed ? [codeUsed(codes)] : []),
    ...(!hasApp && told.hasApp && !isCodeUsed ? [ofApp('factorTurnedOff')] : []),
    ...(codes && !isSameSet && !isTurnedOn ? [codesRenewed(codes)] : []),
    ...passkeyIds.filter((id) => !told.passkeyIds.includes(id)).map(ofPasskey('passkeyAdded')),
    ...told.passkeyIds.filter((id) => !passkeyIds.includes(id)).map(ofPasskey('passkeyRemoved')),
  ];
}

export const codeUsed = ({ id, hashes }: RecoveryCodes): UntoldChange => ({
  change: 'recoveryCodeUsed',
  key: `recoveryCodeUsed#${id}#${hashes.length}`,
});

const codesRenewed = ({ id }: RecoveryCodes): UntoldChange => ({
  change: 'recoveryCodesRenewed',
  key: `recoveryCodesRenewed#${id}`,
});
