import { answerOf } from './answer.ts';

/** The shape of an answer, or the status and name of the error: texts and ids differ everywhere. */
export async function shapeOfAnswer(call: Parameters<typeof answerOf>[0]): Promise<unknown> {
  const answer = await answerOf(call);
  const { status, name } = answer as { status?: unknown; name?: unknown };
  return typeof status === 'number' ? { status, error: name } : shapeOf(answer);
}

/** Replaces values by their types, and a list by the different shapes of its items. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((item) => JSON.stringify(shapeOf(item))))].sort();
  if (value instanceof Date) return 'date';
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  const entries = Object.entries(value).filter(([, property]) => property !== undefined);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, property]) => [name, shapeOf(property)]),
  );
}
