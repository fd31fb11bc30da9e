import { setTimeout as wait } from 'node:timers/promises';

/** Why a call failed: `killed` and `busy` say nothing about the request, so a client repeats it. */
export type Failure = 'killed' | 'busy' | 'unexpected';

export function failureOf(error: unknown): Failure {
  const { cause = error, message } = error as Error & { cause?: { code?: string } };
  if (/^(ECONN|EPIPE|UND_ERR_SOCKET)/.test((cause as { code?: string }).code ?? '')) return 'killed';
  // While the cloud starts, it answers with a text.
  if (/"Starting\./.test(message)) return 'killed';
  // A function timed out, which on a busy machine happens at its first call.
  if (/\b50[034]\b|timed out|no email with a code/.test(message)) return 'busy';
  return 'unexpected';
}

/** Repeats a call, which the repetition does not do twice, until the site has done it. */
export async function untilAnswered<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (failureOf(error) === 'unexpected') throw error;
      await wait(500);
    }
  }
}
