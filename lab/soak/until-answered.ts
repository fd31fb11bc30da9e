import { setTimeout as wait } from 'node:timers/promises';

/** Why a call failed. `killed` and `busy` do not depend on the request, so a client repeats it. */
export type Failure = 'killed' | 'busy' | 'unexpected';

const patienceMinutes = 5;

class NoAnswerError extends Error {}

export function failureOf(error: unknown): Failure {
  if (error instanceof NoAnswerError) return 'unexpected';
  const { cause = error, message } = error as Error & { cause?: { code?: string } };
  if (/^(ECONN|EPIPE|UND_ERR_SOCKET)/.test((cause as { code?: string }).code ?? '')) return 'killed';
  // While the cloud starts, it responds with plain text.
  if (/"Starting\./.test(message)) return 'killed';
  // A function timed out, which on a busy machine happens at its first call. API Gateway then answers
  // with its own 500; a 500 of our functions is a bug.
  if (/\b50[34]\b|\b500 \{"message":"Internal Server Error"\}|timed out|no email with a code/.test(message))
    return 'busy';
  return 'unexpected';
}

/**
 * Repeats an idempotent call until the site responds.
 * @throws Error when the site refuses the call, or does not respond for five minutes
 */
export async function untilAnswered<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  const deadline = Date.now() + patienceMinutes * 60_000;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (failureOf(error) === 'unexpected') throw error;
      if (Date.now() > deadline)
        throw new NoAnswerError(`The site did not answer for ${patienceMinutes} minutes. Last: ${error}`);
      await wait(500);
    }
  }
}
