import { generateKeyPairSync, sign } from 'node:crypto';
import { KMSClient, SignCommand } from '@aws-sdk/client-kms';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { expiredLinkDays, linkHours } from '../../../contract/rules/signed-links.ts';
import { checkSignedLink } from '../../../local/fakes/cloudfront/signed-link.ts';
import { downloadSigner } from './download-signer.ts';

const kms = mockClient(KMSClient);
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const now = new Date('2026-11-27T10:00:00Z');
const signLink = downloadSigner(new KMSClient({}), {
  siteUrl: 'https://lorewright.example',
  keyId: 'key-1',
  keyPairId: 'K1',
});
const build = { key: 'releases/1.2.0/win-x64/App (1.2.0) 64.exe', versionId: 'v.7_-' };
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const check = (url: string, at = now) =>
  checkSignedLink({ url, now: at, publicKeyOf: (id) => (id === 'K1' ? Promise.resolve(pem) : undefined) });

beforeEach(() => {
  kms.reset();
  kms.on(SignCommand).callsFake(({ Message }) => ({ Signature: sign('sha256', Message, privateKey) }));
});

describe('downloadSigner', () => {
  it('signs the address, the version and the time with the key in KMS', async () => {
    const link = await signLink(build, now);
    const until = later(linkHours).getTime() / 1000;
    expect(link.replace(/(?<=Signature=)[\w~-]+/, '…')).toBe(
      `https://lorewright.example/releases/1.2.0/win-x64/App%20(1.2.0)%2064.exe?versionId=v.7_-&response-content-disposition=attachment&until=${until}&Expires=${until + expiredLinkDays * 86_400}&Signature=…&Key-Pair-Id=K1&Hash-Algorithm=SHA256`,
    );
    expect(kms.commandCalls(SignCommand)[0]?.args[0].input).toMatchObject({
      KeyId: 'key-1',
      MessageType: 'RAW',
      SigningAlgorithm: 'ECDSA_SHA_256',
    });
  });

  it('creates a link that CloudFront accepts until it expires, whatever bytes the signature has', async () => {
    for (let count = 0; count < 50; count++) {
      const link = await signLink(build, now);
      expect(await check(link)).toBeUndefined();
      expect(await check(link, later(linkHours + expiredLinkDays * 24 - 1))).toBeUndefined();
      expect(await check(link, later(linkHours + expiredLinkDays * 24))).toMatchObject({
        code: 'AccessDenied',
      });
    }
  });

  it.each([
    ['another file', (link: string) => link.replace('App', 'Other'), 'AccessDenied'],
    ['another version', (link: string) => link.replace('v.7', 'v.8'), 'AccessDenied'],
    ['a later end', (link: string) => link.replace(/until=\d/, 'until=9'), 'AccessDenied'],
    ['no end', (link: string) => link.replace(/&until=\d+/, ''), 'AccessDenied'],
    ['a later expiration', (link: string) => link.replace(/Expires=\d/, 'Expires=9'), 'AccessDenied'],
    ['one more parameter', (link: string) => `${link}&more=1`, 'AccessDenied'],
    ['another host', (link: string) => link.replace('lorewright.', 'other.'), 'AccessDenied'],
    ['another hash', (link: string) => link.replace('&Hash-Algorithm=SHA256', ''), 'AccessDenied'],
    ['a parameter twice', (link: string) => `${link}&Expires=9999999999`, 'AccessDenied'],
    ['no expiration', (link: string) => link.replace(/&Expires=\d+/, ''), 'AccessDenied'],
    ['another key', (link: string) => link.replace('=K1', '=K2'), 'InvalidKey'],
    ['no key', (link: string) => link.replace('&Key-Pair-Id=K1', ''), 'MissingKey'],
    ['no signature', (link: string) => link.replace(/&Signature=[^&]+/, ''), 'MalformedSignature'],
  ])('is refused with %s', async (_, change, code) => {
    const link = await signLink(build, now);
    expect(change(link)).not.toBe(link);
    expect(await check(change(link))).toMatchObject({ code });
  });
});
