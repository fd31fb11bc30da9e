import { describe, expect, it } from 'vitest';
import { failureOf, untilAnswered } from './until-answered.ts';

const caused = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(), { code }) });

describe('failureOf', () => {
  it.each([
    [caused('ECONNREFUSED'), 'killed'],
    [caused('UND_ERR_SOCKET'), 'killed'],
    [new SyntaxError('Unexpected token \'S\', "Starting." is not valid JSON'), 'killed'],
    [new Error('feedback: 500 {"message":"Internal Server Error"}'), 'busy'],
    [new Error('PostConfirmation failed with error Task timed out after 5 seconds.'), 'busy'],
    [new Error('feedback: 409 {"error":{"status":"aborted"}}'), 'unexpected'],
    [new Error('checkout: 400 {"error":{"message":"1500 is too much."}}'), 'unexpected'],
    [new TypeError('fetch failed', { cause: new Error('other side closed') }), 'unexpected'],
  ])('recognizes %s', (error, failure) => {
    expect(failureOf(error)).toBe(failure);
  });
});

describe('untilAnswered', () => {
  it('repeats a call until the site answers', async () => {
    const failures = [caused('ECONNRESET'), new Error('me: 503')];
    const answer = untilAnswered(async () => {
      const failure = failures.shift();
      if (failure) throw failure;
      return 'done';
    });
    expect(await answer).toBe('done');
  });

  it('does not repeat a call that the site refuses', async () => {
    await expect(untilAnswered(() => Promise.reject(new Error('me: 403')))).rejects.toThrow('403');
  });
});
