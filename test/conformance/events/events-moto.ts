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
      why: "EventBridge's own matcher looks into the objects of a list. moto does not.",
      source: 'https://github.com/aws/event-ruler#json-array-matching',
    },
    {
      probes: [
        'pattern: wildcard at the end',
        'pattern: wildcard in the middle',
        'pattern: wildcard for everything',
      ],
      right: 'ours',
      why: "In EventBridge's own matcher, a wildcard matches any character. In moto, it does not match a line break, which AWS does not mention.",
      source: 'https://github.com/aws/event-ruler#wildcard-matching',
    },
    {
      probes: ['pattern: exists', 'pattern: exists not', 'pattern: exists not, or a text'],
      right: 'ours',
      why: "In EventBridge's own matcher, an empty list has no value, so the field does not exist. AWS does not document it.",
      source: 'https://github.com/aws/event-ruler/blob/main/src/main/software/amazon/event/ruler/Event.java',
    },
  ],
};
