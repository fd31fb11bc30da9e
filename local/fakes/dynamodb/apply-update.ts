import { addDecimals } from './decimal.ts';
import { checkNumber, DynamodbError, dynaliteDb, type Item, type Value } from './dynalite.ts';
import type { Path } from './match-condition.ts';

type Source =
  | Path
  | Value
  | { type: 'add' | 'subtract'; args: [Source, Source] }
  | { type: 'function'; name: 'if_not_exists' | 'list_append'; args: [Source, Source] };

/** One change of an update expression, as dynalite parses it. */
export type Change =
  | { type: 'set'; path: Path; val: Source }
  | { type: 'add' | 'delete'; path: Path; val: Value; attrType: 'N' | 'SS' | 'NS' | 'BS' }
  | { type: 'remove'; path: Path };

/**
 * Returns the item after the update. dynalite changes values that two attributes share, and the indexes of a
 * list while it removes its elements.
 * @throws DynamodbError
 */
export function applyUpdate(changes: Change[], before: Item): Item {
  const after = structuredClone(before);
  const removed = new Set<Value>();
  const shortened = new Set<Value>();

  /** The elements of a list keep their indexes until the end of the update. */
  function remove(parent: Value, last: string | number): void {
    if (parent.M) delete parent.M[last];
    const element = parent.L?.[Number(last)];
    if (element) removed.add(element);
    if (element) shortened.add(parent);
  }

  // New elements are appended in the order of their indexes.
  for (const change of changes.toSorted((one, other) => lastIndexOf(one) - lastIndexOf(other))) {
    const parent = parentOf(change.path, before, after);
    const last = change.path.at(-1) as string | number;
    const value = valueAfter(change, before);
    if (value === undefined) remove(parent, last);
    else if (parent.L) parent.L.splice(Number(last), 1, value);
    else if (parent.M) parent.M[last] = value;
  }
  for (const list of shortened) list.L = list.L?.filter((element) => !removed.has(element));
  return after;
}

const lastIndexOf = ({ path }: Change) => Number(path.at(-1)) || 0;

function valueAfter(change: Change, before: Item): Value | undefined {
  if (change.type === 'remove') return undefined;
  if (change.type === 'set') return sourceValue(change.val, before);
  return combine(change, dynaliteDb.mapPath(change.path, before) ?? undefined);
}

/** The list or map that contains the path. The path must be valid before the update. */
function parentOf(path: Path, before: Item, after: Item): Value {
  const [ofBefore, parent] = [before, after].map((item) =>
    path.length === 1 ? { M: item } : dynaliteDb.mapPath(path.slice(0, -1), item),
  );
  const kind = typeof path.at(-1) === 'number' ? 'L' : 'M';
  if (!ofBefore?.[kind] || !parent?.[kind]) {
    throw invalid('The document path provided in the update expression is invalid for update');
  }
  return parent;
}

/** The result of ADD or DELETE, which is undefined for an empty set. */
function combine(
  { type, val, attrType }: Extract<Change, { type: 'add' | 'delete' }>,
  current: Value | undefined,
): Value | undefined {
  if (current && !(attrType in current)) throw wrongOperand();
  if (attrType === 'N') return sum(current ?? { N: '0' }, val, 1n);
  const members = (current?.[attrType] ?? []) as string[];
  const given = val[attrType] as string[];
  const left =
    type === 'add'
      ? [...new Set([...members, ...given])]
      : members.filter((member) => !given.includes(member));
  return left.length > 0 ? { [attrType]: left } : undefined;
}

function sourceValue(source: Source, item: Item): Value {
  if (Array.isArray(source)) {
    const value = dynaliteDb.mapPath(source, item);
    if (!value) {
      throw invalid('The provided expression refers to an attribute that does not exist in the item');
    }
    return structuredClone(value);
  }
  if (!('args' in source)) return structuredClone(source as Value);
  const [one, other] = source.args;
  if (source.type !== 'function') {
    return sum(sourceValue(one, item), sourceValue(other, item), source.type === 'add' ? 1n : -1n);
  }
  if (source.name === 'if_not_exists') {
    return sourceValue(dynaliteDb.mapPath(one as Path, item) ? one : other, item);
  }
  const [first, second] = [sourceValue(one, item), sourceValue(other, item)];
  if (!first.L || !second.L) throw wrongOperand();
  return { L: [...first.L, ...second.L] };
}

function sum(one: Value, other: Value, sign: 1n | -1n): Value {
  if (one.N === undefined || other.N === undefined) throw wrongOperand();
  return checkNumber({ N: addDecimals(one.N, other.N, sign) });
}

const wrongOperand = () => invalid('An operand in the update expression has an incorrect data type');
const invalid = (message: string) => new DynamodbError('ValidationException', message);
