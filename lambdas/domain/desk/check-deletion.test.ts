import { describe, expect, it } from 'vitest';
import type { Group } from '../../../contract/records/groups.ts';
import { checkDeletion } from './check-deletion.ts';

const email = 'Ana@example.test';
const check =
  (typedEmail: string, groups: Group[] = []) =>
  () =>
    checkDeletion({ email, groups }, typedEmail);

describe('checkDeletion', () => {
  it.each<[string, string, Group[]]>([
    ['the address was typed', 'Ana@example.test', []],
    ['the address was typed in other letters', 'aNA@EXAMPLE.test', []],
    ['its owner has a license', 'Ana@example.test', ['vip', 'paid']],
  ])('accepts an account when %s', (_, typedEmail, groups) => {
    expect(check(typedEmail, groups)).not.toThrow();
  });

  it.each(['', 'ana@example.tes', 'ana@example.test '])('refuses the typed address "%s"', (typedEmail) => {
    expect(check(typedEmail)).toThrow(expect.objectContaining({ code: 'invalid-argument' }));
  });

  it('refuses the account of an admin', () => {
    expect(check(email, ['admin', 'paid'])).toThrow(expect.objectContaining({ code: 'permission-denied' }));
  });
});
