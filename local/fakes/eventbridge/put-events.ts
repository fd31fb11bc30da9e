import type { EventBus } from './event-bus.ts';

interface Entry {
  EventBusName?: string;
  Source?: string;
  DetailType?: string;
  Detail?: string;
}

type Result = { EventId: string } | { ErrorCode: string; ErrorMessage: string };

const maxEntries = 10;

/**
 * Answers PutEvents. An invalid entry does not affect the others. EventBridge accepts an event for a bus that does not
 * exist, and drops it: https://github.com/aws/aws-cli/issues/9186
 */
export async function putEvents(
  bus: EventBus,
  { Entries: entries = [] }: { Entries?: Entry[] },
): Promise<{ status: number; body: object }> {
  if (entries.length === 0 || entries.length > maxEntries)
    return {
      status: 400,
      body: {
        __type: 'ValidationException',
        message: `A request has 1 to ${maxEntries} entries, but this one has ${entries.length}.`,
      },
    };
  const results: Result[] = [];
  for (const entry of entries) results.push(await putEvent(bus, entry));
  const failed = results.filter((result) => 'ErrorCode' in result);
  return { status: 200, body: { FailedEntryCount: failed.length, Entries: results } };
}

async function putEvent(
  bus: EventBus,
  { EventBusName: busName = 'default', Source: source, DetailType: detailType, Detail: text }: Entry,
): Promise<Result> {
  if (!source) return missing('Source');
  if (!detailType) return missing('DetailType');
  if (!text) return missing('Detail');
  const detail = parseDetail(text);
  if (!detail) return { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' };
  return { EventId: await bus.put(busName, source, detailType, detail) };
}

const missing = (parameter: string): Result => ({
  ErrorCode: 'InvalidArgument',
  ErrorMessage: `Parameter ${parameter} is not valid. Reason: ${parameter} is a required argument.`,
});

/** @returns undefined if it is not a JSON object */
function parseDetail(text: string): object | undefined {
  try {
    const detail: unknown = JSON.parse(text);
    return typeof detail === 'object' && detail !== null && !Array.isArray(detail) ? detail : undefined;
  } catch {
    return undefined;
  }
}
