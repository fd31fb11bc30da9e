import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import accessibility from '../content/legal/accessibility.md';
import privacy from '../content/legal/privacy.md';
import security from '../content/legal/security.md';
import withdrawal from '../content/legal/withdrawal.md';
import { licenseTerms } from '../content/license-terms.ts';
import { termsOfService } from '../content/terms-of-service.ts';
import { termsVersions } from '../contract/rules/terms-versions.ts';

it('dates every legal text June 13, 2025, until a text changes after the launch', () => {
  expect(termsVersions).toEqual(['2025-06-13']);
  for (const { title, updatedAt } of [accessibility, privacy, security, withdrawal])
    expect({ title, updatedAt }).toEqual({ title, updatedAt: '2025-06-13' });
});

it('has both texts of each version of the terms, with its date', () => {
  expect(Object.keys(licenseTerms).sort().reverse()).toEqual(termsVersions);
  expect(Object.keys(termsOfService).sort().reverse()).toEqual(termsVersions);
  for (const [version, { updatedAt }] of Object.entries(termsOfService)) expect(updatedAt).toBe(version);
});

it.each(termsVersions)('fills only the identity of the owner into the terms of %s', (version) => {
  const text = readFileSync(`content/legal/terms/${version}.md`, 'utf8');
  expect(text.match(/\{(?!owner\.)\w+\.\w+\}/g)).toBeNull();
});
