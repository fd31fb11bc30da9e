// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signLicense } from '../lambdas/domain/licenses/sign-license.ts';
import {
  changedLicenses,
  testClaims,
  testLicense,
  testNames,
  testSigner,
} from '../lambdas/domain/licenses/test-changed-licenses.ts';
import { verifyInBrowser } from '../web/src/features/license-check/verify-in-browser.ts';

const { signer, keys, license } = await testLicense();
const published = keys.keys as never[];

describe('verifyInBrowser', () => {
  it('accepts a license, with a name in every script', async () => {
    expect(await verifyInBrowser(license, published)).toEqual({ verdict: 'genuine', license: testClaims });
    for (const name of testNames) {
      const named = await signLicense({ ...testClaims, name }, signer);
      expect(await verifyInBrowser(named, published)).toMatchObject({
        verdict: 'genuine',
        license: { name },
      });
    }
  });

  it('accepts none of 500 changed files', async () => {
    await fc.assert(
      fc.asyncProperty(changedLicenses(license, signer), async (text) => {
        expect((await verifyInBrowser(text, published)).verdict).not.toBe('genuine');
      }),
      { numRuns: 500 },
    );
  });

  it('tells a forged file from one of a key that it does not have', async () => {
    const forged = await signLicense(testClaims, testSigner(signer.keyId));
    expect(await verifyInBrowser(forged, published)).toEqual({ verdict: 'changed' });
    const other = await signLicense({ ...testClaims, iss: 'lorewright-dev' }, testSigner());
    expect(await verifyInBrowser(other, published)).toEqual({
      verdict: 'unknownKey',
      issuer: 'lorewright-dev',
    });
  });
});

describe('the page', () => {
  const fetchKeys = vi.fn();
  let LicenseCheckForm: () => React.ReactNode;

  beforeEach(async () => {
    vi.resetModules();
    fetchKeys.mockReset().mockImplementation(async () => Response.json(keys));
    vi.stubGlobal('fetch', fetchKeys);
    LicenseCheckForm = (await import('../web/src/features/license-check/license-check-form.tsx')).default;
    return cleanup;
  });
  afterEach(() => void vi.unstubAllGlobals());

  const show = () => act(async () => void render(<LicenseCheckForm />));
  async function paste(text: string) {
    fireEvent.change(screen.getByLabelText('Or paste its text'), { target: { value: text } });
    fireEvent.click(screen.getByRole('button', { name: 'Check the license' }));
  }

  it('says for whom a license is and since when, and sends nothing', async () => {
    await show();
    await paste(`\n${license} \n`);
    expect(await screen.findByText(/This license is genuine/)).toBeTruthy();
    expect(screen.getByText('ana@example.test')).toBeTruthy();
    expect(screen.getByText('November 24, 2026')).toBeTruthy();
    expect(screen.getByText('lorewright-prod')).toBeTruthy();
    expect(screen.queryByText(/a test copy/)).toBeNull();
    expect(fetchKeys.mock.calls).toEqual([['/.well-known/lorewright-license-keys.json']]);
  });

  it('accepts a text that an email program wrapped, and the link to the app', async () => {
    await show();
    await paste(license.replace(/.{76}/g, '$&\r\n'));
    expect(await screen.findByText(/This license is genuine/)).toBeTruthy();
    await paste(`lorewright://license#${license}`);
    expect(await screen.findByText(/This license is genuine/)).toBeTruthy();
  });

  it('works without a connection once the keys are loaded', async () => {
    await show();
    fetchKeys.mockRejectedValue(new TypeError('offline'));
    await paste(license);
    expect(await screen.findByText(/This license is genuine/)).toBeTruthy();
  });

  it('keeps the text while it checks it', async () => {
    fetchKeys.mockReturnValue(new Promise(() => {}));
    await show();
    expect(screen.getByLabelText<HTMLTextAreaElement>('Or paste its text').readOnly).toBe(false);
    await paste(license);
    expect(screen.getByLabelText<HTMLTextAreaElement>('Or paste its text').readOnly).toBe(true);
  });

  it('reads a chosen file, and forgets the outcome when the text changes', async () => {
    await show();
    const file = new File([license], 'lorewright.license');
    fireEvent.change(screen.getByLabelText(/^Drop lorewright\.license here/), { target: { files: [file] } });
    expect(await screen.findByText(/This license is genuine/)).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Or paste its text'), { target: { value: 'else' } });
    expect(screen.queryByText(/This license is genuine/)).toBeNull();
  });

  it.each([
    ['a text that is not a license', () => 'Once upon a time', /^This is not a license file\./],
    [
      'a license with another signature',
      () => license.replace(/[^.]+$/, 'A'.repeat(86)),
      /^This file is not genuine: it was changed after it was signed/,
    ],
  ])('explains why it refuses %s', async (_, text, sentence) => {
    await show();
    await paste(text());
    expect((await screen.findByRole('alert')).textContent).toMatch(sentence);
  });

  it('names the issuer of a file of another copy of the site', async () => {
    await show();
    await paste(await signLicense({ ...testClaims, iss: 'lorewright-dev' }, testSigner()));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'It says that it comes from “lorewright-dev”',
    );
  });

  it('refuses a file of megabytes without reading it', async () => {
    await show();
    const file = new File([new Uint8Array(3_000_000)], 'map.png');
    fireEvent.change(screen.getByLabelText(/^Drop lorewright\.license here/), { target: { files: [file] } });
    expect((await screen.findByRole('alert')).textContent).toBe(
      '“map.png” is too large for a license file, which has at most 8,192 characters.',
    );
  });

  it('asks for the keys again after a failure, and says when they are missing', async () => {
    fetchKeys.mockRejectedValue(new TypeError('offline'));
    await show();
    await paste(license);
    expect((await screen.findByRole('alert')).textContent).toMatch(/^The public keys could not be loaded/);
    fetchKeys.mockImplementation(async () => Response.json(keys));
    await paste(license);
    expect(await screen.findByText(/This license is genuine/)).toBeTruthy();
  });

  it('says so in a browser without this kind of signature', async () => {
    await show();
    vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('No.', 'NotSupportedError'));
    await paste(license);
    expect((await screen.findByRole('alert')).textContent).toMatch(/^This browser cannot check/);
  });
});
