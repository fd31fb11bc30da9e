import { PutEventsCommand, type PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import { answerOf } from '../answer.ts';
import type { Probe } from '../comparison.ts';
import { shapeOfAnswer } from '../shape.ts';
import { busName, type ComparableBus, source } from './comparable-bus.ts';

const entry = (number: number, changes: PutEventsRequestEntry = {}): PutEventsRequestEntry => ({
  EventBusName: busName,
  Source: source,
  DetailType: 'OrderPaid',
  Detail: JSON.stringify({ number }),
  ...changes,
});
const entries = (count: number) => Array.from({ length: count }, (_, index) => entry(index));

const requests: Record<string, PutEventsRequestEntry[]> = {
  'one entry': [entry(1)],
  'two entries': entries(2),
  'ten entries': entries(10),
  'eleven entries': entries(11),
  'no entries': [],
  'the default bus': [entry(1, { EventBusName: undefined })],
  'an unknown bus': [entry(1, { EventBusName: 'unknown' })],
  'an unknown bus, then a known one': [entry(1, { EventBusName: 'unknown' }), entry(2)],
  'without a source': [entry(1, { Source: undefined })],
  'with an empty source': [entry(1, { Source: '' })],
  'without a type': [entry(1, { DetailType: undefined })],
  'without a detail': [entry(1, { Detail: undefined })],
  'with nothing but a bus': [{ EventBusName: busName }],
  'a detail that is not JSON': [entry(1, { Detail: '{"number":' })],
  'a detail that is a text': [entry(1, { Detail: '"text"' })],
  'a detail that is a list': [entry(1, { Detail: '[]' })],
  'an invalid entry between valid ones': [entry(1), entry(2, { Detail: 'not JSON' }), entry(3)],
};

export const putEventsProbes: Probe<ComparableBus>[] = [
  ...Object.entries(requests).map(
    ([name, sent]): Probe<ComparableBus> => ({
      name: `PutEvents: ${name}`,
      async run({ bridge, receive }) {
        const answer = await resultsOf(bridge.send(new PutEventsCommand({ Entries: sent })));
        const received = await receive();
        return {
          answer,
          received: received.map((event) => [event.source, event['detail-type'], event.detail]).sort(),
        };
      },
    }),
  ),
  {
    name: 'PutEvents: the received event',
    async run({ bridge, receive }) {
      await bridge.send(new PutEventsCommand({ Entries: [entry(1)] }));
      const [event] = await receive();
      return shapeOfAnswer(Promise.resolve({ ...event, $metadata: {} }));
    },
  },
];

/** The result of each entry without the ids, or the status and name of the error. */
async function resultsOf(call: Parameters<typeof answerOf>[0]): Promise<unknown> {
  const answer = await answerOf(call);
  if (!('Entries' in answer)) return shapeOfAnswer(call);
  const results = answer.Entries as { EventId?: string }[];
  return {
    ...answer,
    Entries: results.map(({ EventId: id, ...failure }) => ({ isAccepted: id !== undefined, ...failure })),
  };
}
