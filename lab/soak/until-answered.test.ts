import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { failureOf, untilAnswered } from './until-answered.ts';

const caused = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(), { code }) });

describe('failureOf', () => {
  it.each([
    [caused('ECONNREFUSED'), 'killed'],
    [caused('UND_ERR_SOCKET'), 'killed'],
    [new SyntaxError('Unexpected token \'S\', "Starting." is not valid JSON'), 'killed'],
    [new Error('feedback: 500 {"message":"Internal Server Error"}'), 'busy'],
    [new Error('feedback: 500 {"error":{"status":"internal"}}'), 'unexpected'],
    [new Error('The checkout page answered 500.'), 'unexpected'],
    [new Error('The download answered 503.'), 'busy'],
    [new Error('PostConfirmation failed with error Task timed out after 5 seconds.'), 'busy'],
    [new Error('feedback: 409 {"error":{"status":"aborted"}}'), 'unexpected'],
    [new Error('checkout: 400 {"error":{"message":"1500 is too much."}}'), 'unexpected'],
    [new TypeError('fetch failed', { cause: new Error('other side closed') }), 'unexpected'],
  ])('recognizes %s', (error, failure) => {
    expect(failureOf(error)).toBe(failure);
  });
});

describe('untilAnswered', () => {
  it('repeats a call until the site responds', async () => {
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

  it('gives up after five minutes, which is unexpected', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const answer = untilAnswered(async () => {
      vi.setSystemTime(Date.now() + 3 * 60_000);
      throw new Error('me: 503');
    });
    const error = await answer.catch((thrown: unknown) => thrown);
    expect(String(error)).toBe('Error: The site did not answer for 5 minutes. Last: Error: me: 503');
    expect(failureOf(error)).toBe('unexpected');
  });
});
