import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { licenseTerms } from '../content/license-terms.ts';
import { termsOfService } from '../content/terms-of-service.ts';
import { termsVersion, termsVersions } from '../contract/rules/terms-versions.ts';

test.each(licenseTerms)(
  'keeps the terms of $version as buyers saw them; add a version at the start for changes',
  ({ points, sha256 }) => {
    const text = points.map((point) => `${point.name}\n${point.text}\n`).join('');
    expect(createHash('sha256').update(text).digest('hex')).toBe(sha256);
  },
);

/** Checksums of the files in content/legal/terms. */
const sha256OfService: Record<string, string> = {
  '2026-11-25': '81bc6ddd0ac44e8cd458a85e98ea5d78f3879e30b99034d05fee8694f1d25437',
};

test.each(Object.entries(termsOfService))(
  'keeps the terms of service of %s as buyers saw them; add a version for changes',
  (version, { updatedAt }) => {
    expect(updatedAt).toBe(version);
    // Only the owner's identity may change in a published version.
    const text = readFileSync(`content/legal/terms/${version}.md`);
    expect(createHash('sha256').update(text).digest('hex')).toBe(sha256OfService[version]);
    expect(text.toString().match(/\{(?!owner\.)\w+\.\w+\}/g)).toBeNull();
  },
);

test('has terms of service for the current version, and none that no order can have', () => {
  expect(termsOfService).toHaveProperty([termsVersion]);
  expect(termsVersions).toEqual(expect.arrayContaining(Object.keys(termsOfService)));
});

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
