import type { DynamoDB } from '@aws-sdk/client-dynamodb';
import { answerOf, type SdkAnswer } from '../answer.ts';
import type { Probe } from '../comparison.ts';

export type Call = (db: DynamoDB) => Promise<SdkAnswer>;

/** A probe that makes calls one after another. Its outcome is their answers. */
export const probeCalls = (name: string, ...calls: Call[]): Probe<DynamoDB> => ({
  name,
  async run(db) {
    const answers: unknown[] = [];
    for (const call of calls) answers.push(await comparableAnswer(call(db)));
    return answers;
  },
});

/** Their messages differ between AWS and DynamoDB Local. */
const errorsWithoutMessage = ['ValidationException'];

/**
 * The answer or the error, without what DynamoDB leaves open: the order of attributes, sets and batches. The
 * consumed capacity is left out too: the fake has none.
 */
export async function comparableAnswer(call: Promise<SdkAnswer>): Promise<unknown> {
  const answer = (await answerOf(call)) as { name?: string; message?: string };
  const error = await call.then(
    () => undefined,
    ({ Item, CancellationReasons }: Failure) => ({ Item, CancellationReasons }),
  );
  const { message, ...others } = answer;
  const hasMessage = !error || !errorsWithoutMessage.includes(String(answer.name));
  return comparable({ ...(hasMessage ? answer : others), ...error });
}

interface Failure {
  Item?: object;
  CancellationReasons?: object[];
}

function comparable(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  const { Code } = value as { Code?: unknown };
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'ConsumedCapacity' && !(Code === 'ValidationError' && name === 'Message'))
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, part]) => [name, isUnordered(name, part) ? sorted(comparable(part)) : comparable(part)])
      .map(([name, part]) => [name, name === 'Message' ? withoutPeriod(part) : part]),
  );
}

/** DynamoDB Local ends this message with a period when a ConditionCheck failed. */
const withoutPeriod = (message: unknown) =>
  message === 'The conditional request failed.' ? 'The conditional request failed' : message;

/** In the answer of a batch, `Responses` has a list for each table. */
const isUnordered = (name: string, part: unknown) =>
  ['SS', 'NS', 'BS', 'UnprocessedKeys'].includes(name) || (name === 'Responses' && !Array.isArray(part));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, sorted(part)]));
}

const textOf = (value: unknown) => JSON.stringify(value);
