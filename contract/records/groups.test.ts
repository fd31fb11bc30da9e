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
])('membership in %j means licensed: %s', (memberOf, expected) => {
  expect(isLicensed(memberOf)).toBe(expected);
});
