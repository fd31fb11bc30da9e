import type { PasswordVerifier } from './srp.ts';

/** As requests and answers list them. */
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

/** One sign-in: as long as it is listed, its refresh token and the access tokens made with it are good. */
export interface Session {
  refreshTokenHash: string;
  originId: string;
  eventId: string;
  signedInAtSeconds: number;
  expiresAtMs: number;
}

/** An authenticator app. */
interface SoftwareToken {
  /** In base32. */
  readonly secret: string;
  /** That of the last code it was used with: no code works twice, and none from before it. */
  readonly lastStep: number;
}

/** What Cognito tells of a user, in its own names; dates are in seconds, as in Amazon's JSON. */
export interface UserRecord {
  Username: string;
  Enabled: boolean;
  UserStatus: 'UNCONFIRMED' | 'CONFIRMED';
  UserCreateDate: number;
  UserLastModifiedDate: number;
}

/** Never changed in place: `save` puts the changed copy in. */
export interface Account extends Readonly<UserRecord> {
  readonly attributes: Attributes;
  readonly groups: readonly string[];
  readonly passwordVerifier: PasswordVerifier;
  readonly sessions: readonly Session[];
  readonly codes: Partial<Record<CodePurpose, Code>>;
  readonly pendingEmail?: string;
  /** In base32; of an authenticator app that has not shown a code yet. */
  readonly pendingTokenSecret?: string;
  readonly softwareToken?: SoftwareToken;
  /** There while a sign-in asks for a code of the software token. */
  readonly mfa?: { readonly isPreferred: boolean };
}
