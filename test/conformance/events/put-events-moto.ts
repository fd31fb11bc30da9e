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
      probes: { 'PutEvents: no entries': '81fa4db7' },
      right: 'ours',
      why: 'A request has at least one entry. moto also accepts a request without one.',
      source: 'https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html',
    },
    {
      probes: {
        'PutEvents: an unknown bus': '35879d31',
        'PutEvents: an unknown bus, then a known one': '4957adfd',
      },
      right: 'ours',
      why: 'EventBridge accepts an event for a bus that does not exist, and drops it. AWS does not document it.',
      source: 'https://github.com/aws/aws-cli/issues/9186',
    },
    {
      probes: {
        'PutEvents: a detail that is a text': 'fd73afd0',
        'PutEvents: a detail that is a list': 'c0e15ac8',
      },
      right: 'ours',
      why: 'The detail is a JSON object, so EventBridge rejects other JSON (MalformedDetail). moto accepts a list, and fails at a text.',
      source:
        'https://github.com/localstack/localstack/blob/main/tests/aws/services/events/test_events.snapshot.json',
    },
    {
      probes: { 'PutEvents: the received event': '2c18e763' },
      right: 'ours',
      why: 'An event contains the account. moto leaves it out.',
      source: 'https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-events-structure.html',
    },
  ],
};
