import fc from 'fast-check';
import * as z from '../../contract/zod.ts';
import { hostileNumbers, hostileTexts } from './hostile-texts.ts';

const anyText = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: 'binary', maxLength: 300 }));

/** Any JSON at all. */
const anything = fc.oneof(
  anyText,
  fc.constantFrom<unknown>(...hostileNumbers, null, true, false, [], {}, [[]], [[[[[[]]]]]]),
  fc.jsonValue(),
);

/**
 * Hostile values in the shape of a schema. Most satisfy it, so that they reach the code behind it.
 * @param known texts that mean something to the site, such as ids of other people
 */
export function hostileValue(schema: z.ZodMiniType, known: readonly string[]): fc.Arbitrary<unknown> {
  const inside = (inner: unknown) => hostileValue(inner as z.ZodMiniType, known);
  if (schema instanceof z.ZodMiniObject) return hostileObject(schema, known);
  if (schema instanceof z.ZodMiniUnion) return fc.oneof(...schema.def.options.map(inside));
  if (schema instanceof z.ZodMiniNullable)
    return fc.oneof({ weight: 4, arbitrary: inside(schema.def.innerType) }, fc.constant(null));
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniDefault)
    return inside(schema.def.innerType);
  if (schema instanceof z.ZodMiniEnum) return mostly(fc.constantFrom<unknown>(...schema.options));
  if (schema instanceof z.ZodMiniLiteral) return mostly(fc.constantFrom<unknown>(...schema.def.values));
  if (schema instanceof z.ZodMiniBoolean) return mostly(fc.boolean());
  if (schema instanceof z.ZodMiniNumber) return mostly(valid(schema, fc.constantFrom(...hostileNumbers)));
  if (schema instanceof z.ZodMiniArray) {
    const items = fc.oneof(
      fc.array(inside(schema.def.element), { maxLength: 4 }),
      inside(schema.def.element).chain((item) =>
        fc.constantFrom(1, 4, 5, 1000).map((n) => Array(n).fill(item)),
      ),
    );
    return mostly(items);
  }
  // A used id changes nothing.
  if (schema instanceof z.ZodMiniUUID) return mostly(fc.uuid());
  if (isText(schema)) return mostly(hostileText(schema, known));
  return anything;
}

const mostly = (arbitrary: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 12, arbitrary }, { weight: 1, arbitrary: anything });

/** Values that satisfy the schema, or all of them if none does. */
function valid(schema: z.ZodMiniType, values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const satisfies = (value: unknown) => schema.safeParse(value).success;
  return fc.sample(values, { numRuns: 100, seed: 1 }).some(satisfies) ? values.filter(satisfies) : values;
}

function hostileObject(schema: z.ZodMiniObject, known: readonly string[]): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.shape);
  const required = fields.filter(([, field]) => !(field as z.ZodMiniType).safeParse(undefined).success);
  const object = fc.record(
    Object.fromEntries(fields.map(([name, field]) => [name, hostileValue(field as z.ZodMiniType, known)])),
    { requiredKeys: required.map(([name]) => name) },
  );
  const withAnother = fc
    .tuple(
      object,
      fc.constantFrom('__proto__', 'constructor', 'userId', 'email', 'groups', 'data', ''),
      anything,
    )
    .map(([fields, name, value]) => ({ ...fields, ...Object.fromEntries([[name, value]]) }));
  return fc.oneof({ weight: 12, arbitrary: object }, { weight: 1, arbitrary: withAnother });
}

const isText = (schema: z.ZodMiniType) =>
  schema instanceof z.ZodMiniString || schema instanceof z.ZodMiniStringFormat;

interface Limits {
  minimum?: number;
  maximum?: number;
  patterns?: Set<RegExp>;
}

/** Texts that the schema accepts, and texts just outside its limits. */
function hostileText(schema: z.ZodMiniType, known: readonly string[]): fc.Arbitrary<unknown> {
  const { maximum = 10_000, patterns = new Set() } = schema._zod.bag as Limits;
  const limits = ['a', 'é', '界', '\u{1f30b}', '<', '&', '\u202e'].map((character) =>
    character.repeat(maximum).slice(0, maximum),
  );
  const fixed = [...hostileTexts, ...known, ...limits, `https://example.test/${'a'.repeat(maximum)}`];
  const accepted = fixed.filter((text) => schema.safeParse(text).success);
  const matching = [...patterns].flatMap(textsLike).filter((text) => schema.safeParse(text).success);
  const long = fc.constantFrom('a'.repeat(maximum + 1), ' '.repeat(maximum + 1), 'a'.repeat(100_000));
  return fc.oneof(
    ...([...accepted, ...matching].length > 0
      ? [{ weight: 10, arbitrary: fc.constantFrom(...accepted, ...matching) }]
      : []),
    { weight: 1, arbitrary: long },
  );
}

/** Texts that match a pattern, if fast-check supports its syntax. */
function textsLike(pattern: RegExp): string[] {
  try {
    return fc.sample(fc.stringMatching(pattern), { numRuns: 20, seed: 1 });
  } catch {
    return [];
  }
}
