import { expect, test } from 'vitest';
import { checkPassword } from './password-operations.ts';

const strict = {
  minimumLength: 8,
  requireLowercase: true,
  requireUppercase: true,
  requireNumbers: true,
  requireSymbols: true,
};

test.each([
  ['aB3$', 'Password not long enough'],
  ['abcdefg3$', 'Password must have uppercase characters'],
  ['ABCDEFG3$', 'Password must have lowercase characters'],
  ['abcdefgH$', 'Password must have numeric characters'],
  ['abcdefgH3', 'Password must have symbol characters'],
])('refuses %s: %s', (password, fault) => {
  expect(() => checkPassword(strict, password)).toThrow(
    expect.objectContaining({
      code: 'InvalidPasswordException',
      message: `Password did not conform with policy: ${fault}`,
    }),
  );
});

test.each(['abcdefG3$', 'correct Horse 7'])('accepts %s', (password) => {
  expect(() => checkPassword(strict, password)).not.toThrow();
});

test('accepts a password without characters that the policy does not require', () => {
  const onlyLength = {
    minimumLength: 6,
    requireLowercase: false,
    requireUppercase: false,
    requireNumbers: false,
    requireSymbols: false,
  };
  expect(() => checkPassword(onlyLength, '------')).not.toThrow();
});
