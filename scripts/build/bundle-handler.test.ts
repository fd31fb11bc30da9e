import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleHandler } from './bundle-handler.ts';

/** Within the project, so that packages can be found. */
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join('node_modules', '.bundle-handler-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function bundle(code: string): Promise<{ path: string; text: string }[]> {
  const file = join(folder, 'handler.ts');
  writeFileSync(file, code);
  const files = await bundleHandler(file, { minify: false });
  return files.map(({ path, contents }) => ({ path, text: String(contents) }));
}

describe('bundleHandler', () => {
  it('puts a module that is imported on demand into its own file, and index.js last', async () => {
    const files = await bundle(`
      export const handler = async () => {
        const { default: Stripe } = await import('stripe');
        return new Stripe('key');
      };`);
    expect(files.at(-1)?.path).toBe('index.js');
    expect(files.at(-1)?.text).not.toContain('api.stripe.com');
    expect(files.some(({ text }) => text.includes('api.stripe.com'))).toBe(true);
  });

  it('drops the schemas of operations that a function does not use', async () => {
    const [{ text } = { text: '' }] = await bundle(`
      import * as userOperations from '../../contract/operations/user-operations.ts';
      export const handler = () => userOperations.syncEmail;`);
    expect(text).toContain('defineOperation("syncEmail"');
    expect(text).not.toContain('defineOperation("updateMe"');
  });

  it('drops the schemas of calls to AWS that a function does not make', async () => {
    const files = await bundle(`
      import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
      export const handler = () => new S3Client({}).send(new GetObjectCommand({ Bucket: 'a', Key: 'b' }));`);
    const text = files.map((file) => file.text).join('');
    expect(text).toContain('GetObject$ =');
    expect(text).not.toContain('DeleteBucket$ =');
  });

  it('leaves out what the development build of a library does', async () => {
    const files = await bundle(`
      import { createElement } from 'react';
      export const handler = () => createElement('p');`);
    expect(files.map(({ text }) => text).join('')).not.toContain('react.development.js');
  });
});
