import { expect, it } from 'vitest';
import type { WebSettings } from '../../../contract/records/web-settings.ts';
import { checkPasskeys } from './check-passkeys.ts';

const settings = (passkeyDomain?: string) => ({ passkeyDomain }) as WebSettings;

it.each(['https://lorewright.example', 'https://www.lorewright.example'])('accepts %s', (siteUrl) => {
  expect(checkPasskeys(siteUrl, settings('lorewright.example'))).toMatchObject({ outcome: 'ok' });
});

it.each(['https://d1.cloudfront.net', 'https://notlorewright.example', 'https://example'])(
  'warns that browsers refuse the passkeys at %s',
  (siteUrl) => {
    expect(checkPasskeys(siteUrl, settings('lorewright.example'))).toMatchObject({
      outcome: 'warning',
      says: expect.stringContaining(new URL(siteUrl).hostname),
    });
  },
);

it('reports that a stage without a domain has no passkeys', () => {
  expect(checkPasskeys('https://d1.cloudfront.net', settings())).toMatchObject({
    outcome: 'ok',
    says: 'are off, because the stage has no domain',
  });
});
