import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signLicense } from '../lambdas/domain/licenses/sign-license.ts';
import {
  changedLicenses,
  testClaims,
  testLicense,
  testNames,
  testSigner,
  unsignedLicense,
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
    await writeFile(join(dir, 'keys.json'), JSON.stringify(keys));
    await writeFile(join(dir, 'valid'), license);
    await writeFile(join(dir, 'unsigned'), unsignedLicense(license));
  });
  afterAll(() => rm(dir, { recursive: true }));

  const run = (...names: string[]) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const files = names.map((name) => join(dir, name));
      const script = 'examples/verify-license-node/verify-license.mjs';
      const args = [script, ...files, join(dir, 'keys.json'), 'lorewright-prod'];
      execFile(process.execPath, args, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
      );
    });

  it('prints the claims of a license', async () => {
    expect(await run('valid')).toEqual({
      code: 0,
      output: `${join(dir, 'valid')}: ${JSON.stringify(testClaims)}\n`,
    });
  });

  it('ends with 1 if one of the files is not a license', async () => {
    const { code, output } = await run('unsigned', 'valid');
    expect(code).toBe(1);
    expect(output).toMatch(/unsigned: refused: This is not a license file\.\n.*valid: \{/);
  });
});
