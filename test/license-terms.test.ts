import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { licenseTerms } from '../content/license-terms.ts';
import { termsVersions } from '../contract/rules/terms-versions.ts';

test.each(licenseTerms)(
  'keeps the terms of $version as buyers saw them; add a version at the start for changes',
  ({ points, sha256 }) => {
    const text = points.map((point) => `${point.name}\n${point.text}\n`).join('');
    expect(createHash('sha256').update(text).digest('hex')).toBe(sha256);
  },
);

test('has the text of each version, the newest first', () => {
  const versions = licenseTerms.map(({ version }) => version);
  expect(versions).toEqual(termsVersions);
  expect(versions).toEqual([...new Set(versions)].sort().reverse());
});

test.each(termsVersions)('has the ISO date of a day as the version %s', (version) => {
  expect(new Date(version).toISOString().slice(0, 10)).toBe(version);
});

test('keeps versions that were sold', () => {
  expect(termsVersions).toContain('2025-06-13');
});
