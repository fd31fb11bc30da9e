import { expect, it } from 'vitest';
import { passwordRules } from './password-rule.ts';

const unmet = (password: string) =>
  passwordRules.filter(({ isMet }) => !isMet(password)).map(({ label }) => label);

it.each([
  ['', ['At least 12 characters', 'A lower case letter', 'An upper case letter', 'A digit']],
  ['correct-horse', ['An upper case letter', 'A digit']],
  ['CORRECT-HORSE-7', ['A lower case letter']],
  ['Correct-h-7', ['At least 12 characters']],
  ['Correct-horse-7', []],
])('of %j these rules are not met: %j', (password, labels) => {
  expect(unmet(password)).toEqual(labels);
});
