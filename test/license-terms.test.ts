import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { licenseTerms } from '../content/license-terms.ts';
import { termsVersion } from '../contract/rules/catalog.ts';

test.each(licenseTerms)(
  'the terms of $version are what buyers saw: for new words, add a version at the end',
  ({ points, sha256 }) => {
    const text = points.map((point) => `${point.name}\n${point.text}\n`).join('');
    expect(createHash('sha256').update(text).digest('hex')).toBe(sha256);
  },
);

test('versions follow one another, and the newest is the one that is sold', () => {
  const versions = licenseTerms.map(({ version }) => version);
  expect(versions).toEqual([...new Set(versions)].sort());
  expect(versions.at(-1)).toBe(termsVersion);
});

test('what was sold once is still there', () => {
  expect(licenseTerms.map(({ version }) => version)).toContain('2025-06-13');
});
