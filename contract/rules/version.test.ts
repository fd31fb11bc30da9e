import { expect, test } from 'vitest';
import { compareVersions } from './version.ts';

// The example of https://semver.org/#spec-item-11, with a few more versions.
test('compares versions by semantic versioning', () => {
  const ordered = [
    '0.9.0',
    '0.10.0',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0-rc-1',
    '1.0.0',
    '1.0.1',
    '1.1.0',
    '2.0.0',
    '10.0.0',
  ];
  for (const [index, version] of ordered.entries()) {
    for (const [otherIndex, other] of ordered.entries()) {
      expect(Math.sign(compareVersions(version, other)), `${version} and ${other}`).toBe(
        Math.sign(index - otherIndex),
      );
    }
  }
});
