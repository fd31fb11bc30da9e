import type { Comparison } from '../comparison.ts';
import { installMoto, motoName } from '../install-moto.ts';
import { type ComparableBus, startMotoBus, startOurBus } from './comparable-bus.ts';
import { putEventsProbes } from './put-events-probes.ts';

export const putEventsMoto: Comparison<ComparableBus> = {
  other: `the event bus of ${motoName}`,
  install: installMoto,
  startOurs: startOurBus,
  startOther: startMotoBus,
  probes: putEventsProbes,
  explained: [
    {
      probes: ['PutEvents: no entries'],
      right: 'ours',
      why: 'A request has at least one entry. moto accepts none.',
      source: 'https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html',
    },
    {
      probes: ['PutEvents: an unknown bus', 'PutEvents: an unknown bus, then a known one'],
      right: 'ours',
      why: 'EventBridge accepts an event for a bus that does not exist, and drops it. AWS does not document it.',
      source: 'https://github.com/aws/aws-cli/issues/9186',
    },
    {
      probes: ['PutEvents: a detail that is a text', 'PutEvents: a detail that is a list'],
      right: 'ours',
      why: 'The detail is a JSON object, so EventBridge rejects other JSON (MalformedDetail). moto accepts a list, and fails at a text.',
      source:
        'https://github.com/localstack/localstack/blob/main/tests/aws/services/events/test_events.snapshot.json',
    },
    {
      probes: ['PutEvents: the received event'],
      right: 'ours',
      why: 'An event contains the account. moto leaves it out.',
      source: 'https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-events-structure.html',
    },
  ],
};
