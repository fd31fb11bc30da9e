import { notAuthorized } from './cognito-error.ts';
import type { PasswordVerifier } from './srp.ts';

/** The shape in requests and answers. */
export interface Attribute {
  Name: string;
  Value: string;
}

export interface Attributes {
  sub: string;
  email: string;
  email_verified: 'true' | 'false';
  [name: string]: string;
}

export type CodePurpose = 'signUp' | 'forgotPassword' | 'email';

interface Code {
  value: string;
  expiresAtMs: number;
  wrongAttempts: number;
}

/** One sign-in. Its tokens are valid while the account has the session. */
export interface Session {
  refreshTokenHash: string;
  originId: string;
  eventId: string;
  signedInAtSeconds: number;
  /** Set if a function signed in with its own app client. */
  serverClientId?: string;
  expiresAtMs: number;
}

/** A verified authenticator app. */
interface SoftwareToken {
  /** In base32. */
  readonly secret: string;
  /** The step of the last accepted code. Codes of this step or an earlier one are refused. */
  readonly lastStep: number;
}

/** A passkey: the public half of a key that a device or a password manager keeps. */
export interface Passkey {
  /** In base64url. */
  readonly id: string;
  /** A COSE key in base64url. */
  readonly publicKey: string;
  /** The number of uses, if its device counts. */
  readonly counter: number;
  readonly name: string;
  readonly transports: readonly string[];
  readonly createdAtSeconds: number;
}

/** A user as Cognito describes it. Dates are in seconds. */
export interface UserRecord {
  Username: string;
  Enabled: boolean;
  UserStatus: 'UNCONFIRMED' | 'CONFIRMED';
  UserCreateDate: number;
  UserLastModifiedDate: number;
}

/** Immutable. `save` stores a changed copy. */
export interface Account extends Readonly<UserRecord> {
  readonly attributes: Attributes;
  readonly groups: readonly string[];
  readonly passwordVerifier: PasswordVerifier;
  readonly sessions: readonly Session[];
  readonly codes: Partial<Record<CodePurpose, Code>>;
  readonly pendingEmail?: string;
  /** The secret of an authenticator app that is not verified, in base32. */
  readonly pendingTokenSecret?: string;
  readonly softwareToken?: SoftwareToken;
  /** Undefined while the second factor is turned off. */
  readonly mfa?: { readonly isPreferred: boolean };
  readonly passkeys?: readonly Passkey[];
  /** Whether a passkey also replaces the code of the second factor. */
  readonly isPasskeyMultiFactor?: boolean;
}

export const listAttributes = ({ attributes }: Account): Attribute[] =>
  Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));

export const withVerifiedEmail = (account: Account, email: string): Account => ({
  ...account,
  attributes: { ...account.attributes, email, email_verified: 'true' },
});

/** @throws CognitoError for an attribute that the app client may not write; the fake can only write the address */
export function checkAttributes(attributes: readonly Attribute[], writable: readonly string[]): void {
  if (attributes.some(({ Name }) => Name !== 'email' || !writable.includes(Name)))
    throw notAuthorized('A client attempted to write unauthorized attribute');
}
