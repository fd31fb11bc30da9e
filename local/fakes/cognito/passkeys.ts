import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import * as z from 'zod';
import type { Account, Passkey } from './account.ts';
import { CognitoError, wrongCredentials } from './cognito-error.ts';
import { nowSeconds } from './user-pool.ts';

/** The settings of a pool with passkeys. */
export interface PasskeySettings {
  /** The domain that passkeys belong to. Browsers use them there and on its subdomains. */
  relyingPartyId: string;
  /** Whether a passkey can replace the password and the code of people with a second factor. */
  isMultiFactor: boolean;
}

/** A new passkey or a signature, as `PublicKeyCredential.toJSON()` returns it. */
const credential = z.looseObject({
  id: z.string().min(1).max(2048),
  response: z.looseObject({ clientDataJSON: z.string().min(1) }),
});
type Credential = z.output<typeof credential>;
const clientData = z.object({ origin: z.url() });

/** The options of a new passkey. The browser refuses an authenticator that has one already. */
export function describeNewPasskey({ relyingPartyId }: PasskeySettings, account: Account) {
  return generateRegistrationOptions({
    rpName: relyingPartyId,
    rpID: relyingPartyId,
    userName: account.attributes.email,
    userID: new TextEncoder().encode(account.Username),
    timeout: challengeMs,
    excludeCredentials: passkeysOf(account).map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: [es256, rs256],
  });
}

export function describeSignIn({ relyingPartyId }: PasskeySettings, account: Account) {
  return generateAuthenticationOptions({
    rpID: relyingPartyId,
    timeout: challengeMs,
    allowCredentials: passkeysOf(account).map(({ id }) => ({ id })),
    userVerification: 'required',
  });
}

/** @throws CognitoError for a passkey that does not match the challenge or this domain */
export async function verifyNewPasskey(
  { relyingPartyId }: PasskeySettings,
  challenge: string,
  input: unknown,
): Promise<Passkey> {
  const response = parseCredential(input);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    ...expectationsFor(relyingPartyId, challenge, response),
    supportedAlgorithmIDs: [es256, rs256],
  }).catch((cause: Error) => {
    throw unsupported(cause.message);
  });
  if (!verified) throw unsupported('The passkey could not be verified.');
  const { credential: key } = registrationInfo;
  return {
    id: key.id,
    publicKey: Buffer.from(key.publicKey).toString('base64url'),
    counter: key.counter,
    name: 'Passkey',
    transports: key.transports ?? [],
    createdAtSeconds: nowSeconds(),
  };
}

/**
 * @returns the passkey that signed, with its new counter
 * @throws CognitoError for an unknown passkey, or a signature that does not match the challenge
 */
export async function verifySignature(
  { relyingPartyId }: PasskeySettings,
  account: Account,
  challenge: string,
  input: unknown,
): Promise<Passkey> {
  const response = parseCredential(input);
  const passkey = passkeysOf(account).find(({ id }) => id === response.id);
  if (!passkey) throw wrongCredentials();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    ...expectationsFor(relyingPartyId, challenge, response),
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
  }).catch(() => {
    throw wrongCredentials();
  });
  if (!verified) throw wrongCredentials();
  return { ...passkey, counter: authenticationInfo.newCounter };
}

export const passkeysOf = ({ passkeys = [] }: Account): readonly Passkey[] => passkeys;

/** How long a browser may take. */
export const challengeMs = 3 * 60 * 1000;

/** The algorithms of Cognito: https://www.iana.org/assignments/cose/cose.xhtml */
const es256 = -7;
const rs256 = -257;

function parseCredential(input: unknown) {
  const parsed = credential.safeParse(input);
  if (!parsed.success) throw unsupported('The credential is not a PublicKeyCredential.');
  return parsed.data;
}

/** The expectations of both verifications. */
const expectationsFor = (relyingPartyId: string, challenge: string, response: Credential) => ({
  expectedChallenge: challenge,
  expectedOrigin: originFor(relyingPartyId, response),
  expectedRPID: relyingPartyId,
  requireUserVerification: true,
});

/**
 * The origin of the page that used the passkey.
 * @throws CognitoError if the domain of the pool does not contain it
 */
function originFor(relyingPartyId: string, { response }: Credential): string {
  const origin = readOrigin(response.clientDataJSON);
  const { protocol, hostname } = new URL(origin);
  const isSafe = protocol === 'https:' || hostname === 'localhost';
  if (isSafe && `.${hostname}`.endsWith(`.${relyingPartyId}`)) return origin;
  throw new CognitoError('WebAuthnOriginNotAllowedException', 'The origin is not in the domain of the pool.');
}

function readOrigin(clientDataJson: string): string {
  try {
    return clientData.parse(JSON.parse(Buffer.from(clientDataJson, 'base64url').toString())).origin;
  } catch {
    throw unsupported('The client data is not valid.');
  }
}

const unsupported = (message: string) => new CognitoError('WebAuthnCredentialNotSupportedException', message);
