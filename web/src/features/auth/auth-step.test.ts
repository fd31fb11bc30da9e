import { expect, it } from 'vitest';
import { type AuthStep, addressOfStep, labelOfStep, readStep, titleOfAuth } from './auth-step.ts';

it.each(Object.keys(labelOfStep) as AuthStep[])('reads %s from its own address', (step) => {
  expect(readStep(new URL(addressOfStep(step), 'https://site.test').searchParams)).toBe(step);
});

it.each([
  ['', 'credentials'],
  ['account=free', 'credentials'],
  ['step=credentials', 'credentials'],
  ['step=toString', 'credentials'],
  ['mode=verify', 'confirm'],
  ['mode=reset', 'new-password'],
  ['mode=email', 'new-email'],
  ['mode=verify%23', 'confirm'],
  ['mode=verify%2523email%253Da', 'confirm'],
  ['mode=other&step=confirm', 'confirm'],
])('reads %j as the step %s', (search, step) => {
  expect(readStep(new URLSearchParams(search))).toBe(step);
});

it('returns the step to open after a sign-in', () => {
  expect(addressOfStep('code', 'new-email')).toBe('/auth?step=code&next=new-email');
});

it.each([
  ['', 'Log In'],
  ['account=free', 'Register'],
  ['step=forgot-password', 'Forgot password'],
  ['mode=reset', 'Choose a new password'],
  ['step=confirm&account=free', 'Confirm your email address'],
])('titles %j as %s', (search, title) => {
  expect(titleOfAuth(new URLSearchParams(search))).toBe(title);
});
