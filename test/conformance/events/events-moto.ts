import type { Comparison } from '../comparison.ts';
import { installMoto, motoName } from '../install-moto.ts';
import { type EventMatching, startMotoMatching, startOurMatching } from './event-matching.ts';
import { eventProbes } from './event-probes.ts';

export const eventsMoto: Comparison<EventMatching> = {
  other: `event patterns of ${motoName}`,
  install: installMoto,
  startOurs: startOurMatching,
  startOther: startMotoMatching,
  probes: eventProbes,
  explained: [
    {
      probes: ['pattern: a field of the objects in a list'],
      right: 'ours',
      why: "EventBridge's own matcher looks into the objects of a list. Moto does not.",
      source: 'https://github.com/aws/event-ruler',
    },
    {
      probes: [
        'pattern: wildcard at the end',
        'pattern: wildcard in the middle',
        'pattern: wildcard for everything',
      ],
      right: 'ours',
      why: 'A wildcard matches any character. In Moto, it does not match a line break.',
      source: 'https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html',
    },
    {
      probes: ['pattern: exists', 'pattern: exists not', 'pattern: exists not, or a text'],
      right: 'ours',
      why: "Exists looks at values. An empty list has none in EventBridge's own matcher, so the field does not exist.",
      source: 'https://github.com/aws/event-ruler',
    },
  ],
};
