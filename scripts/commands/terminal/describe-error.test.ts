import { expect, it } from 'vitest';
import { describeError } from './describe-error.ts';

const failure = (more: { name?: string; code?: string }) => Object.assign(new Error('What AWS says.'), more);

it.each([
  [{ name: 'NoSuchBucket' }, 'A bucket of the stack does not exist'],
  [{ name: 'ResourceNotFoundException' }, 'A table, a function or the event bus of the stack does not exist'],
  [{ name: 'QueueDoesNotExist' }, 'A queue of the stack does not exist'],
  [{ name: 'CredentialsProviderError' }, 'no AWS credentials'],
  [{ name: 'ExpiredTokenException' }, 'have expired'],
  [{ name: 'AccessDeniedException' }, 'do not allow this: What AWS says.'],
  [{ code: 'ECONNREFUSED' }, 'The local cloud does not answer'],
  [{ code: 'ENOTFOUND' }, 'AWS cannot be reached. Check your connection.'],
  [{}, 'What AWS says.'],
])('says what to do about %j', (more, sentence) => {
  expect(describeError(failure(more))).toContain(sentence);
});
