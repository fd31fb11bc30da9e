import { type MailGroup, unsubscribableGroups } from '../contract/records/user.ts';
import type { Platform } from '../contract/rules/platforms.ts';

/** A person of the demonstration, and their actions. Days count from the registration. */
export interface DemoPerson {
  email: string;
  registeredAt: Date;
  isConfirmed: boolean;
  country: 'US' | 'DE' | 'FR' | 'GB' | 'JP';
  order?: DemoOrder;
  feedback?: { type: string; content: string; afterDays: number };
  computer: Platform;
  downloads: number;
  mailGroups: MailGroup[];
}

export interface DemoOrder {
  offer: 'earlyAccess' | 'lifetime';
  afterDays: number;
  /** How a paid order ends, and the days until then. */
  ending?: { kind: DemoEnding; afterDays: number };
}

/** `part` is a partial refund. */
export type DemoEnding = 'refund' | 'part' | 'dispute' | 'withdrawal';

export const demoPeople = 500;
const historyDays = 730;
const dayMs = 24 * 60 * 60 * 1000;

const firstNames =
  'Ada Ben Clara Dario Elif Finn Greta Hugo Iris Jonas Kaito Lena Mira Noor Oda Petra Quinn Rosa Sami Tove'.split(
    ' ',
  );
const lastNames =
  'Alder Brandt Costa Dubois Evans Fischer Garcia Hallam Ito Jensen Kowal Larsen Moreau Novak Okafor Petit Quist Rossi Sato Tanaka Ueda Vogel Weber Young Zeller'.split(
    ' ',
  );
const feedbackTexts: [type: string, content: string][] = [
  ['General Feedback', 'The timeline saved my second book. Thank you!'],
  ['Something is broken', 'The map jumps back when I zoom out with the keyboard.'],
  ['An idea', 'Could the calendar have two moons?'],
  ['Something is broken', 'A long name is cut off in the network view.'],
  ['An idea', 'Please add an export for e-readers.'],
  ['General Feedback', 'I showed it to my writing group, and three of us use it now.'],
];

/** A repeatable source of numbers from 0 to 1: https://en.wikipedia.org/wiki/Lehmer_random_number_generator */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Returns the same people each time, with dates relative to the day of the demonstration. The number of registrations grows over time. */
export function inventPeople(now: Date, count: number): DemoPerson[] {
  // With this seed, the shares of `endings` hold for 500 people, and some are recent.
  const random = randomNumbers(2_023);
  const oneOf = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  return Array.from({ length: count }, (_, index) => {
    const daysAgo = Math.floor(historyDays * (1 - Math.sqrt(random())));
    const registeredAt = new Date(now.getTime() - daysAgo * dayMs - Math.floor(random() * dayMs) - 60_000);
    const name = `${oneOf(firstNames)}.${oneOf(lastNames)}`.toLowerCase();
    const isConfirmed = random() < 0.94;
    const country = oneOf(['US', 'US', 'DE', 'FR', 'GB', 'JP'] as const);
    const order = isConfirmed && random() < 0.7 ? inventOrder(random, daysAgo) : undefined;
    const [type, content] = oneOf(feedbackTexts);
    const feedbackAfter = Math.floor(random() * 60);
    const hasFeedback = isConfirmed && random() < 0.2 && feedbackAfter < daysAgo;
    return {
      email: `${name}.${index}@example.test`,
      registeredAt,
      isConfirmed,
      country,
      ...(order ? { order } : {}),
      ...(hasFeedback ? { feedback: { type, content, afterDays: feedbackAfter } } : {}),
      computer: oneOf(['win-x64', 'win-x64', 'win-x64', 'mac-arm64', 'mac-arm64', 'mac-x64'] as const),
      downloads: isConfirmed ? Math.floor(random() * 4) : 0,
      // Half of the people get updates, and a fifth the newsletter.
      mailGroups: unsubscribableGroups.filter((_, group) => index % (group + 2) === 0),
    };
  });
}

/** 5% of the orders are refunded, 3% are refunded in part, 2% are disputed, and 3% are withdrawn. */
const endings: { below: number; kind: DemoEnding }[] = [
  { below: 0.05, kind: 'refund' },
  { below: 0.08, kind: 'part' },
  { below: 0.1, kind: 'dispute' },
  { below: 0.13, kind: 'withdrawal' },
];

function inventOrder(random: () => number, daysAgo: number): DemoOrder | undefined {
  const afterDays = Math.floor(random() * random() * 30);
  if (afterDays >= daysAgo) return undefined;
  const offer = random() < 0.45 ? 'lifetime' : 'earlyAccess';
  const chance = random();
  const kind = endings.find(({ below }) => chance < below)?.kind;
  const endsAfter = afterDays + 1 + Math.floor(random() * 10);
  if (offer === 'earlyAccess' || !kind || endsAfter >= daysAgo) return { offer, afterDays };
  return { offer, afterDays, ending: { kind, afterDays: endsAfter } };
}
