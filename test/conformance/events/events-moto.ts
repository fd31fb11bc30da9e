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
      probes: { 'pattern: a field of the objects in a list': 'c69d267c' },
      right: 'ours',
      why: "EventBridge's own matcher looks into the objects of a list. moto does not.",
      source: 'https://github.com/aws/event-ruler#json-array-matching',
    },
    {
      probes: {
        'pattern: wildcard at the end': '5160e47b',
        'pattern: wildcard in the middle': '5160e47b',
        'pattern: wildcard for everything': '2680e91f',
      },
      right: 'ours',
      why: "In EventBridge's own matcher, a wildcard matches any character. In moto, it does not match a line break, which AWS does not mention.",
      source: 'https://github.com/aws/event-ruler#wildcard-matching',
    },
    {
      probes: {
        'pattern: exists': '4f8f318a',
        'pattern: exists not': '2d5d1eb9',
        'pattern: exists not, or a text': '25fab7d5',
      },
      right: 'ours',
      why: "In EventBridge's own matcher, an empty list has no value, so the field does not exist. AWS does not document it.",
      source: 'https://github.com/aws/event-ruler/blob/main/src/main/software/amazon/event/ruler/Event.java',
    },
  ],
};
