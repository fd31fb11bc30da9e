import { createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { openSigningKeys } from './signing-keys.ts';

const KeyId = 'arn:aws:kms:us-east-1:000000000000:key/LicenseKey1';
const other = 'arn:aws:kms:us-east-1:000000000000:key/LicenseKey2';
const spec = 'ECC_NIST_EDWARDS25519' as const;
const ofDownloads = 'arn:aws:kms:us-east-1:000000000000:key/DownloadKey1';
const keys = openSigningKeys('a secret', [
  { arn: KeyId, spec },
  { arn: other, spec },
  { arn: ofDownloads, spec: 'ECC_NIST_P256' },
]);
const message = Buffer.from('a message');
const request = {
  KeyId,
  Message: message.toString('base64'),
  MessageType: 'RAW',
  SigningAlgorithm: 'ED25519_SHA_512',
};
const publicKeyOf = (id: string) =>
  createPublicKey({
    key: Buffer.from(keys.GetPublicKey({ KeyId: id }).PublicKey, 'base64'),
    format: 'der',
    type: 'spki',
  });
const signatureOf = (changes = {}) => Buffer.from(keys.Sign({ ...request, ...changes }).Signature, 'base64');

test('signs with the key of the public key, by ARN and by id', () => {
  expect(signatureOf()).toHaveLength(64);
  expect(verify(null, message, publicKeyOf(KeyId), signatureOf())).toBe(true);
  expect(verify(null, message, publicKeyOf(other), signatureOf())).toBe(false);
  expect(signatureOf({ KeyId: 'LicenseKey1' })).toEqual(signatureOf());
});

test('signs with ECDSA for the curve P-256, in DER', () => {
  const signature = signatureOf({ KeyId: ofDownloads, SigningAlgorithm: 'ECDSA_SHA_256' });
  expect(verify('sha256', message, publicKeyOf(ofDownloads), signature)).toBe(true);
  expect(keys.GetPublicKey({ KeyId: ofDownloads })).toMatchObject({
    KeySpec: 'ECC_NIST_P256',
    SigningAlgorithms: ['ECDSA_SHA_256'],
  });
});

test('keeps its keys after a restart', () => {
  const again = openSigningKeys('a secret', [{ arn: KeyId, spec }]);
  expect(again.Sign(request)).toEqual(keys.Sign(request));
  expect(openSigningKeys('another secret', [{ arn: KeyId, spec }]).Sign(request)).not.toEqual(
    keys.Sign(request),
  );
});

test.each([
  ['a key that does not exist', { KeyId: 'arn:other' }, 'NotFoundException'],
  ['a digest', { MessageType: 'DIGEST' }, 'InvalidKeyUsageException'],
  ['another algorithm', { SigningAlgorithm: 'ECDSA_SHA_256' }, 'InvalidKeyUsageException'],
  ['4,097 bytes', { Message: Buffer.alloc(4_097).toString('base64') }, 'ValidationException'],
])('refuses %s', (_, change, name) => {
  expect(() => keys.Sign({ ...request, ...change })).toThrow(expect.objectContaining({ name }));
});
