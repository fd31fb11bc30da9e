import fc from 'fast-check';
import { readStack } from '../../../local/read-stack.ts';
import type { Probe } from '../comparison.ts';
import type { EventMatching, Pattern, SentEvent } from './event-matching.ts';

const eventOf = (detail: unknown): SentEvent => ({ source: 'lorewright', 'detail-type': 'Changed', detail });

/** Details that the operators tell apart. */
const details = [
  {},
  { name: null },
  { name: '' },
  { name: 'cover.png' },
  { name: 'covers/cover.png' },
  { name: 'Cover.PNG' },
  { name: 'cover\nsecond.png' },
  { name: 2 },
  { name: 2.5 },
  { name: '2' },
  { name: true },
  { name: 'true' },
  { name: [] },
  { name: ['other', 'cover.png'] },
  { name: ['other'] },
  { name: { first: 'cover.png' } },
  { name: { first: ['cover.png', 'other'] } },
  { other: 'cover.png' },
];

const alternatives: Record<string, unknown[]> = {
  'an exact text': ['cover.png'],
  'an empty text': [''],
  'two texts': ['cover.png', 'other'],
  'a number': [2],
  'a boolean': [true],
  null: [null],
  'a text and null': ['cover.png', null],
  prefix: [{ prefix: 'cover' }],
  'an empty prefix': [{ prefix: '' }],
  suffix: [{ suffix: '.png' }],
  'a prefix or a number': [{ prefix: 'covers/' }, 2],
  'wildcard at the end': [{ wildcard: 'cover*' }],
  'wildcard in the middle': [{ wildcard: 'c*r*.png' }],
  'wildcard for everything': [{ wildcard: '*' }],
  'wildcard with other signs': [{ wildcard: 'cover.p?g' }],
  exists: [{ exists: true }],
  'exists not': [{ exists: false }],
  'exists not, or a text': [{ exists: false }, 'other'],
  'anything but a text': [{ 'anything-but': 'cover.png' }],
  'anything but texts': [{ 'anything-but': ['cover.png', 'other'] }],
  'anything but a number': [{ 'anything-but': 2 }],
};

const nested: Record<string, Pattern> = {
  'a nested text': { name: { first: ['cover.png'] } },
  'a nested field exists': { name: { first: [{ exists: true }] } },
  'a nested field does not exist': { name: { first: [{ exists: false }] } },
  'a field of a field that is missing': { lost: { first: ['cover.png'] } },
  'two fields': { name: ['cover.png'], other: [{ exists: false }] },
};

const detailPatterns = Object.entries({
  ...Object.fromEntries(Object.entries(alternatives).map(([name, expected]) => [name, { name: expected }])),
  ...nested,
});

/** An event that the pattern matches, and events with another value or without one. */
function eventsFor(pattern: Pattern): SentEvent[] {
  const { detail = {}, ...envelope } = example(pattern) as { detail?: object };
  const event = { ...eventOf(detail), ...envelope };
  const changes = leavesOf(pattern).flatMap((path) =>
    [undefined, 'other', 'other.png', true, 2].map((value) => replaceAt(event, path, value)),
  );
  return [event, ...changes.filter((each) => each.source && each['detail-type'])] as SentEvent[];
}

function example(pattern: unknown): unknown {
  if (!Array.isArray(pattern))
    return Object.fromEntries(
      Object.entries(pattern as Pattern)
        .map(([name, value]) => [name, example(value)])
        .filter(([, value]) => value !== undefined),
    );
  const [first] = pattern;
  if (typeof first !== 'object' || first === null) return first;
  const [[operator, operand] = []] = Object.entries(first);
  if (operator === 'exists') return operand ? 'value' : undefined;
  if (operator === 'prefix') return `${operand}value`;
  if (operator === 'suffix') return `value${operand}`;
  if (operator === 'wildcard') return String(operand).replaceAll('*', 'value');
  return 'value';
}

function leavesOf(pattern: Pattern): string[][] {
  return Object.entries(pattern).flatMap(([name, value]) =>
    Array.isArray(value) ? [[name]] : leavesOf(value as Pattern).map((path) => [name, ...path]),
  );
}

function replaceAt(value: object, [name = '', ...rest]: string[], by: unknown): Partial<SentEvent> {
  const current = (value as Pattern)[name];
  return { ...value, [name]: rest.length > 0 ? replaceAt(current as object, rest, by) : by };
}

const value = fc.constantFrom('a', 'ab', 'ba', '', 2, true, null);
const text = fc.constantFrom('a', 'b', 'ab');
const expected = fc.oneof(
  value,
  fc.record({ prefix: text }),
  fc.record({ suffix: text }),
  fc.record({ wildcard: fc.constantFrom('a*', '*b', 'a*b', '*a*') }),
  fc.record({ exists: fc.boolean() }),
  fc.record({ 'anything-but': fc.oneof(text, fc.array(text, { minLength: 1 })) }),
);
const field = fc.array(expected, { minLength: 1, maxLength: 3 });
const generated = { seed: 1, numRuns: 60 };
const generatedPatterns = fc
  .sample(fc.record({ x: field, y: field, z: fc.record({ x: field }) }, { requiredKeys: ['x'] }), generated)
  .map((detail) => ({ detail }));
const anyValue = fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 3 }));
const generatedEvents = fc
  .sample(
    fc.record({ x: anyValue, y: anyValue, z: fc.record({ x: anyValue }) }, { requiredKeys: [] }),
    generated,
  )
  .map(eventOf);

/** The positions of events say which ones a pattern matches. */
export const eventProbes: Probe<EventMatching>[] = [
  {
    name: 'the rules of the stack',
    async run({ match }) {
      const { rules } = await readStack();
      const patterns = rules.map(({ pattern }) => pattern);
      return match(patterns, patterns.flatMap(eventsFor));
    },
  },
  ...detailPatterns.map(
    ([name, detail]): Probe<EventMatching> => ({
      name: `pattern: ${name}`,
      run: async ({ match }) => {
        const [positions = []] = await match([{ detail }], details.map(eventOf));
        return positions.map((position) => details[position]);
      },
    }),
  ),
  {
    name: 'pattern: a field of the objects in a list',
    run: ({ match }) =>
      match(
        [{ detail: { name: { first: ['cover.png'] } } }],
        [[{ first: 'other' }, { first: 'cover.png' }], [{ first: 'other' }]].map((name) => eventOf({ name })),
      ),
  },
  { name: 'generated patterns', run: ({ match }) => match(generatedPatterns, generatedEvents) },
];
