import { verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { testClaims, testSigner } from '../../lambdas/domain/licenses/test-changed-licenses.ts';
import { verifyLicense } from '../../lambdas/domain/licenses/verify-license.ts';
import { pledgeFiles, requireSame, signPledge } from './signed-pledge.ts';

const signer = testSigner();

describe('the signed pledge', () => {
  it('contains the text, and a signature of the key of the licenses', async () => {
    const text = await readFile(pledgeFiles.text, 'utf8');
    const signed = await signPledge(text, signer);
    const [header = '', payload = '', signature = ''] = signed.split('.');
    expect(Buffer.from(payload, 'base64url').toString()).toBe(text);
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
      alg: 'EdDSA',
      kid: signer.keyId,
      typ: 'lorewright-pledge',
    });
    const key = { key: signer.publicJwk, format: 'jwk' } as const;
    expect(verify(null, Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'))).toBe(
      true,
    );
  });

  it('is not a license, even if its text looks like one', async () => {
    const signed = await signPledge(JSON.stringify(testClaims), signer);
    const accepted = { keys: { keys: [signer.publicJwk] }, siteName: testClaims.iss };
    await expect(verifyLicense(signed, accepted)).rejects.toThrow('another purpose');
  });

  it('must be signed again when the text changes', async () => {
    const signed = await signPledge('We promise.', signer);
    expect(requireSame(signed, 'We promise.')).toBe(signed);
    expect(() => requireSame(signed, 'We may.')).toThrow('has changed since it was signed');
  });

  it('says by how much a text is too long for KMS', async () => {
    await expect(signPledge('é'.repeat(2_000), signer)).rejects.toThrow(/shorten it by \d+ bytes/);
  });
});
