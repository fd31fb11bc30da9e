import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parseChangelog } from './parse-changelog.ts';
import { publicChangelog } from './public-changelog.ts';

const file = 'content/changelog.md';

describe('publicChangelog', () => {
  it('drops comments and versions in development, and keeps the rest as written', () => {
    const text = `<!-- How to write here. -->

# Changelog

## [0.4.0] - 2025-08-29 - Dev

A secret.

### Added

- Another secret.

## [0.3.1] - 2025-08-20 - Testing

### Fixed

- Pins stay,
  even \`here\`.

<!-- Ask Ana. -->

## [0.3.0] - 2025-07-18

The network editor arrives.
`;
    expect(publicChangelog(file, text)).toBe(`# Changelog

## [0.3.1] - 2025-08-20 - Testing

### Fixed

- Pins stay,
  even \`here\`.

## [0.3.0] - 2025-07-18

The network editor arrives.
`);
  });

  it('keeps every other version of our changelog', async () => {
    const text = await readFile(file, 'utf8');
    const released = parseChangelog(file, text).filter(({ label }) => label !== 'Dev');
    const published = publicChangelog(file, text);
    expect(parseChangelog(file, published)).toEqual(released);
    expect(published).not.toContain('<!--');
  });
});
