import { expect, test } from 'vitest';
import { openKeyService } from './key-service.ts';

const KeyId = 'arn:aws:kms:us-east-1:000000000000:key/1';
const keys = openKeyService('a secret', KeyId);
const EncryptionContext = { one: '1', two: '2' };
const generate = () => keys.GenerateDataKey({ KeyId, NumberOfBytes: 32, EncryptionContext });

test('decrypts a data key, even after a restart', () => {
  const { Plaintext, CiphertextBlob } = generate();
  expect(Buffer.from(Plaintext, 'base64')).toHaveLength(32);
  const again = openKeyService('a secret', KeyId);
  expect(again.Decrypt({ CiphertextBlob, EncryptionContext: { two: '2', one: '1' } })).toEqual({
    KeyId,
    Plaintext,
  });
});

test('generates a different data key each time', () => {
  expect(generate().Plaintext).not.toBe(generate().Plaintext);
});

test.each([
  ['another context', { EncryptionContext: { one: '1' } }, 'InvalidCiphertextException'],
  ['a changed ciphertext', { CiphertextBlob: 'AAAA' }, 'InvalidCiphertextException'],
  ['a key that does not exist', { KeyId: 'arn:other' }, 'NotFoundException'],
])('refuses %s', (_, change, name) => {
  const { CiphertextBlob } = generate();
  const request = { KeyId, CiphertextBlob, EncryptionContext, ...change };
  expect(() => keys.Decrypt(request)).toThrow(expect.objectContaining({ name }));
});

test('cannot decrypt with another secret', () => {
  const { CiphertextBlob } = generate();
  const other = openKeyService('another secret', KeyId);
  expect(() => other.Decrypt({ CiphertextBlob, EncryptionContext })).toThrow(
    expect.objectContaining({ name: 'InvalidCiphertextException' }),
  );
});
