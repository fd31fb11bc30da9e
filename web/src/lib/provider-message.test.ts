import { expect, it } from 'vitest';
import { readOnly } from '../../../contract/operations/read-only.ts';
import { ApiError } from './api-error.ts';
import { passkeyMessage, providerMessage, secondFactorMessage } from './provider-message.ts';

const named = (name: string, message: string) => Object.assign(new Error(message), { name });

it.each([
  ['Incorrect username or password.', 'Incorrect username or password.'],
  ['Firebase: wrong password', 'Wrong password'],
  ['Amazon Cognito is not available.', 'Is not available.'],
  ['PreSignUp failed with error This domain cannot register..', 'This domain cannot register.'],
  [
    "1 validation error detected: Value at 'userCode' failed to satisfy constraint",
    'The code has six digits.',
  ],
  [
    "1 validation error detected: Value at 'password' failed to satisfy constraint",
    'Use at least 12 characters. A password cannot begin or end with a space.',
  ],
  ['SignUp is not permitted for this user pool', readOnly.message],
  ['Username should be an email.', 'Enter a valid email address, such as name@example.com.'],
])('turns %s into %s', (message, shown) => {
  expect(providerMessage(new Error(message))).toBe(shown);
});

it.each([
  ['Password did not conform with policy: Password not long enough', /^Use at least 12 characters\.$/],
  ['Provided password cannot be used for security reasons.', /Choose another/],
])('tells what to do about a refused password: %s', (message, sentence) => {
  expect(providerMessage(named('InvalidPasswordException', message))).toMatch(sentence);
});

it.each([
  ['CodeMismatchException', /incorrect.*request a new one/],
  ['ExpiredCodeException', /no longer valid.*Request a new one/],
  ['UsernameExistsException', /Sign in instead.*Forgot Password/],
  ['ForbiddenException', /Try again in a few minutes/],
  ['NetworkError', /offline/],
])('has a helpful sentence for %s', (name, sentence) => {
  expect(providerMessage(named(name, 'Words of the provider'))).toMatch(sentence);
});

it.each([
  ['CodeMismatchException', /authenticator app shows now/],
  ['ExpiredCodeException', /already been used.*next one/],
])('has its own sentence for %s of an authenticator app', (name, sentence) => {
  expect(secondFactorMessage(named(name, 'Words of the provider'))).toMatch(sentence);
});

it('returns a sentence for a value that is not an error', () => {
  expect(providerMessage('oops')).toBe('Something went wrong. Please try again.');
});

it.each([
  [
    named('NotAuthorizedException', 'Incorrect username or password.'),
    'This passkey was not accepted. Use your password.',
  ],
  [
    named('PasskeyAuthenticationCanceled', 'canceled'),
    'No passkey was used. Try again, or use your password.',
  ],
  [
    named('Unknown', 'An unknown error has occurred.'),
    'Your browser could not use a passkey. Use your password, or try another device.',
  ],
  [
    new ApiError('deadline-exceeded', 'There was no response'),
    'No passkey was used within three minutes. Try again, or use your password.',
  ],
])('explains what happened to a passkey: %s', (error, sentence) => {
  expect(passkeyMessage(error)).toBe(sentence);
});
