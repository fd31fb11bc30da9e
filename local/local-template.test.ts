import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inlineStyleHashes } from '../lib/inline-style-hashes.ts';
import { allowInlineStyles } from './local-template.ts';
import { readStack } from './read-stack.ts';

let site: string;
beforeEach(() => {
  site = mkdtempSync(join(tmpdir(), 'styled-site-'));
  writeFileSync(join(site, 'build.json'), '{"blogStylesheets":[]}');
  writeFileSync(join(site, 'index.html'), '<style>p{}</style>');
});
afterEach(() => rmSync(site, { recursive: true }));

describe('allowInlineStyles', () => {
  // The first reader of the stack synthesizes it.
  it('lets pages use the inline styles of the site, and leaves other files without', {
    timeout: 120_000,
  }, async () => {
    const behaviors = allowInlineStyles((await readStack()).behaviors, site);
    const policies = behaviors.map(
      ({ pathPattern, responseHeaders }) =>
        [pathPattern, responseHeaders['content-security-policy']] as const,
    );
    const [hash] = inlineStyleHashes(site);
    expect(new Map(policies).get('*')).toContain(`style-src 'self' ${hash};`);
    expect(new Map(policies).get('/assets/*')).toContain(`style-src 'self';`);
  });
});
