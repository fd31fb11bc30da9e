import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve as resolvePath } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signLicense } from '../lambdas/domain/licenses/sign-license.ts';
import {
  changedLicenses,
  testClaims,
  testLicense,
  testNames,
  testSigner,
} from '../lambdas/domain/licenses/test-changed-licenses.ts';
import { verifyLicense } from './verify-license-node/verify-license.mjs';

const { signer, keys, license } = await testLicense();

function isAccepted(text: string): boolean {
  try {
    verifyLicense(text, keys, 'lorewright-prod');
    return true;
  } catch {
    return false;
  }
}

describe('verifyLicense of the Node example', () => {
  it('accepts a license, with a name in every script', async () => {
    expect(verifyLicense(license, keys, 'lorewright-prod')).toEqual(testClaims);
    for (const name of testNames) {
      const claims = { ...testClaims, name };
      expect(verifyLicense(await signLicense(claims, signer), keys, 'lorewright-prod')).toEqual(claims);
    }
  });

  it('refuses the license of another stage', () => {
    expect(() => verifyLicense(license, keys, 'lorewright-dev')).toThrow(
      'The license is for lorewright-prod, not for lorewright-dev.',
    );
  });

  it('refuses a license of a key that the app does not know', async () => {
    const other = await signLicense(testClaims, testSigner());
    expect(() => verifyLicense(other, keys, 'lorewright-prod')).toThrow('unknown key');
  });

  it('refuses a license of another key with the same id', async () => {
    const forged = await signLicense(testClaims, testSigner(signer.keyId));
    expect(() => verifyLicense(forged, keys, 'lorewright-prod')).toThrow('The license is damaged.');
  });

  it('accepts none of 10,000 files that were changed', { tags: 'extended' }, () => {
    fc.assert(
      fc.property(changedLicenses(license, signer), (text) => !isAccepted(text)),
      { numRuns: 10_000 },
    );
  });
});

describe('the command of the Node example', () => {
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'verify-license-'));
    const files = {
      'keys.json': JSON.stringify(keys),
      valid: license,
      pasted: `\n ${license}\r\n`,
      damaged: license.slice(0, -1),
      'other-stage': await signLicense({ ...testClaims, iss: 'lorewright-dev' }, signer),
      'unknown-key': await signLicense(testClaims, testSigner()),
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);
  });
  afterAll(() => rm(dir, { recursive: true }));

  const start = (args: string[], input = '') =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const script = resolvePath('examples/verify-license-node/verify-license.mjs');
      const child = execFile(process.execPath, [script, ...args], { cwd: dir }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
      );
      child.stdin?.end(input);
    });
  const run = (...files: string[]) => start([...files, 'keys.json', 'lorewright-prod']);

  it('accepts a license with spaces and line breaks around it, from a file or pasted', async () => {
    const valid = 'valid, purchase, license cs_1\n';
    expect(await run('valid', 'pasted')).toEqual({ code: 0, output: `valid: ${valid}pasted: ${valid}` });
    const pasted = await start(['-', 'keys.json', 'lorewright-prod'], `${license}\n`);
    expect(pasted).toEqual({ code: 0, output: `-: ${valid}` });
  });

  it.each([
    ['damaged', 3, 'This is not a license file.'],
    ['other-stage', 4, 'The license is for lorewright-dev, not for lorewright-prod.'],
    ['unknown-key', 5, 'The license was signed with an unknown key.'],
    ['missing', 1, 'The file could not be read or checked.'],
  ])('refuses a file that is %s, and ends with %i', async (name, code, reason) => {
    expect(await run('valid', name)).toMatchObject({
      code,
      output: expect.stringContaining(`${name}: refused: ${reason}`),
    });
  });

  it('ends with the code of the first file that is refused', async () => {
    expect((await run('other-stage', 'damaged')).code).toBe(4);
  });

  it.each([[[]], [['keys.json', 'lorewright-prod']], [['--help']]])(
    'explains itself for the arguments %j',
    async (args) => {
      expect(await start(args)).toMatchObject({
        code: 2,
        output: expect.stringContaining('Usage: node verify-license.mjs'),
      });
    },
  );

  it.each(['missing.json', 'valid', 'none.json'])('explains itself without keys in %s', async (file) => {
    await writeFile(join(dir, 'none.json'), '{}');
    const { code, output } = await start(['valid', file, 'lorewright-prod']);
    expect(code).toBe(2);
    expect(output).toMatch(
      new RegExp(`^There are no public keys in ${file}\\.\n\nUsage: node verify-license\\.mjs`),
    );
    expect(output).not.toMatch(/\bat .+:\d+:\d+/);
  });

  it('prints neither the text of a license nor the address of its holder', async () => {
    const [, claims = ''] = license.split('.');
    for (const { output } of [await run('valid', 'damaged'), await run(license)]) {
      expect(output).not.toContain(claims.slice(0, 40));
      expect(output).not.toContain(testClaims.email);
    }
  });

  it('asks the site on request whether the license was revoked', async () => {
    const server = createServer((request, response) => {
      const isRevoked = request.headers.authorization === `License ${license}` && request.url === '/revoked';
      response.writeHead(isRevoked ? 403 : 302, { location: '/build' });
      response.end(JSON.stringify({ error: { message: 'This license was refunded.' } }));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const ask = (path: string) =>
      start(['--updates', `http://127.0.0.1:${port}/${path}`, 'valid', 'keys.json', 'lorewright-prod']);
    expect(await ask('updates')).toMatchObject({ code: 0 });
    expect(await ask('revoked')).toEqual({ code: 6, output: 'valid: refused: This license was refunded.\n' });
    server.close();
  });
});
