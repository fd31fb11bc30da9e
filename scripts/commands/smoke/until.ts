import { setTimeout } from 'node:timers/promises';

interface Wait {
  /** Completes "there is still no …" in the error message. */
  what: string;
  signal?: AbortSignal;
  seconds?: number;
}

/**
 * Asks every half second until there is an answer.
 * @throws Error after the time, or when the signal ends the run
 */
export async function until<Answer>(
  { what, signal, seconds = 60 }: Wait,
  ask: () => Promise<Answer | undefined | false>,
): Promise<Answer> {
  const endsAt = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > endsAt) throw new Error(`After ${seconds} seconds there is still no ${what}.`);
    await setTimeout(500, undefined, signal ? { signal } : {});
  }
}
