import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { licenseTerms } from '../content/license-terms.ts';
import { termsVersion } from '../contract/rules/catalog.ts';

test.each(licenseTerms)(
  'keeps the terms of $version as buyers saw them; add a version at the end for changes',
  ({ points, sha256 }) => {
    const text = points.map((point) => `${point.name}\n${point.text}\n`).join('');
    expect(createHash('sha256').update(text).digest('hex')).toBe(sha256);
  },
);

test('has versions in order, and sells the newest one', () => {
  const versions = licenseTerms.map(({ version }) => version);
  expect(versions).toEqual([...new Set(versions)].sort());
  expect(versions.at(-1)).toBe(termsVersion);
});

test('keeps versions that were sold', () => {
  expect(licenseTerms.map(({ version }) => version)).toContain('2025-06-13');
});
