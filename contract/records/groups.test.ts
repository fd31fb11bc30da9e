import { expect, test } from 'vitest';
import { isLicensed } from './groups.ts';

test.each([
  [['admin'], true],
  [['vip'], true],
  [['paid'], true],
  [['somebody', 'paid'], true],
  [['somebody'], false],
  [['Paid'], false],
  [[], false],
])('gives members of %j access to the downloads: %s', (memberOf, expected) => {
  expect(isLicensed(memberOf)).toBe(expected);
});
