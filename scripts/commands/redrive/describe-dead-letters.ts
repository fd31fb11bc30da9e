import { hiddenSeconds, type Redriven, type WaitingDeadLetters } from './dead-letter-queue.ts';
import type { DeadLetterQueue } from './find-queues.ts';

/** Some errors contain ids, so that each one differs. */
const maxKinds = 5;

/**
 * Describes the dead letters of one function: number, age, types and errors. Empty if there are
 * none.
 */
export function describeWaiting(
  { consumer }: DeadLetterQueue,
  { letters, unreadable, hidden }: WaitingDeadLetters,
): string[] {
  const lines: string[] = [];
  if (letters.length > 0) {
    const oldest = letters.map(({ waitsSince }) => waitsSince.toISOString()).sort()[0] ?? '';
    lines.push(
      `${consumer}: ${letters.length} waiting, the oldest since ${oldest.slice(0, 16).replace('T', ' ')} UTC`,
    );
    const kinds = [...Map.groupBy(letters, ({ eventType, error }) => `${eventType}  ${error}`)]
      .map(([kind, { length }]) => ({ kind, count: length }))
      .sort((one, other) => other.count - one.count);
    for (const { kind, count } of kinds.slice(0, maxKinds))
      lines.push(`  ${String(count).padStart(5)} × ${kind}`);
    if (kinds.length > maxKinds) lines.push(`        and ${kinds.length - maxKinds} other errors`);
  }
  if (hidden > 0)
    lines.push(
      `${consumer}: ${hidden} held by another run, which may have ended; they show again within ${hiddenSeconds / 60} minutes`,
    );
  return [...lines, ...describeUnreadable(consumer, unreadable)];
}

export function describeRedriven(
  { consumer }: DeadLetterQueue,
  { sent, cameBack, unreadable }: Redriven,
): string[] {
  return [
    ...(sent > 0 ? [`${consumer}: ${sent} sent again`] : []),
    ...(cameBack > 0
      ? [
          `${consumer}: ${cameBack} of these events still waiting: they failed again, or were in the queue twice`,
        ]
      : []),
    ...describeUnreadable(consumer, unreadable),
  ];
}

function describeUnreadable(consumer: string, unreadable: string[]): string[] {
  return unreadable.map(
    (id) =>
      `${consumer}: message ${id} is not a dead letter of this site and stays; view it in the SQS console`,
  );
}
