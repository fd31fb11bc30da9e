import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** The flags of https://www.w3.org/TR/webauthn-3/#authdata-flags */
const flags = { userPresent: 0x01, userVerified: 0x04, hasKey: 0x40 };

interface Behavior {
  /** The page that uses the passkey. */
  origin: string;
  /** Whether the person proves who they are, for example with a fingerprint. */
  verifiesUser?: boolean;
}

/** A device with one passkey. It answers like a browser, without a person. */
export function createAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;

  const describe = (type: string, challenge: string, { origin }: Behavior) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  function authenticatorData(
    relyingPartyId: string,
    { verifiesUser = true }: Behavior,
    key = Buffer.alloc(0),
  ) {
    counter += 1;
    const counterBytes = Buffer.alloc(4);
    counterBytes.writeUInt32BE(counter);
    const flag =
      flags.userPresent | (verifiesUser ? flags.userVerified : 0) | (key.length > 0 ? flags.hasKey : 0);
    return Buffer.concat([sha256(relyingPartyId), Buffer.from([flag]), counterBytes, key]);
  }

  return {
    id: id.toString('base64url'),

    /** Answers `navigator.credentials.create()`. */
    register({ challenge, rp }: PublicKeyCredentialCreationOptionsJSON, behavior: Behavior) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const coseKey = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]);
      const idLength = Buffer.from([0, id.length]);
      const key = Buffer.concat([Buffer.alloc(16), idLength, id, isoCBOR.encode(coseKey)]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authenticatorData(rp.id ?? '', behavior, key))],
      ]);
      return this.credential({
        clientDataJSON: describe('webauthn.create', challenge, behavior).toString('base64url'),
        attestationObject: Buffer.from(
          isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0]),
        ).toString('base64url'),
        transports: ['internal'],
      });
    },

    /** Answers `navigator.credentials.get()`. */
    sign({ challenge, rpId = '' }: PublicKeyCredentialRequestOptionsJSON, behavior: Behavior) {
      const clientData = describe('webauthn.get', challenge, behavior);
      const data = authenticatorData(rpId, behavior);
      const signature = createSign('sha256')
        .update(data)
        .update(createHash('sha256').update(clientData).digest())
        .sign(privateKey);
      return this.credential({
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      });
    },

    credential: (response: Record<string, string | string[]>) => ({
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response,
    }),
  };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();
