import { expect, it } from 'vitest';
import { providerMessage } from './provider-message.ts';

it.each([
  ['Incorrect username or password.', 'Incorrect username or password.'],
  ['Firebase: wrong password', 'Wrong password'],
  ['Amazon Cognito is not available.', 'Is not available.'],
  ['PreSignUp failed with error This domain cannot register..', 'This domain cannot register.'],
])('%s reads %s', (message, shown) => {
  expect(providerMessage(new Error(message))).toBe(shown);
});

it('has a sentence for what is not an error', () => {
  expect(providerMessage('oops')).toBe('Something went wrong. Please try again.');
});
