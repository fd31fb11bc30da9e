import { isDeepStrictEqual } from 'node:util';
import { compareDecimals } from './decimal.ts';
import { DynamodbError, dynaliteDb, type Item, type Value } from './dynalite.ts';

/** The path of an attribute, as dynalite parses it. */
export type Path = (string | number)[];
type Operand = Path | Value | { type: 'function'; name: string; args: Operand[] };
/** A condition or filter, as dynalite parses it. */
export interface Condition {
  type: string;
  name?: string;
  args: (Operand | Condition)[];
}

/** True when the item meets the condition. dynalite compares lists and maps by identity, and ignores ''. */
export function matchesCondition({ type, name, args }: Condition, item: Item): boolean {
  const nested = args as Condition[];
  if (type === 'and') return nested.every((condition) => matchesCondition(condition, item));
  if (type === 'or') return nested.some((condition) => matchesCondition(condition, item));
  if (type === 'not') return !nested.some((condition) => matchesCondition(condition, item));
  const [value, ...others] = (args as Operand[]).map((operand) => operandValue(operand, item));
  if (name === 'attribute_not_exists') return value === undefined;
  if (type === '<>') return value === undefined || !isEqual(value, others[0]);
  if (value === undefined || others.includes(undefined)) {
    return type === 'in' && others.some((other) => isEqual(value, other));
  }
  return holds(name ?? type, value, others as Value[]);
}

function holds(operator: string, value: Value, [other = {}, last = {}, ...rest]: Value[]): boolean {
  const order = () => compare(value, other);
  switch (operator) {
    case '=':
      return isEqual(value, other);
    case '<':
      return order() < 0;
    case '<=':
      return order() <= 0;
    case '>':
      return order() > 0;
    case '>=':
      return order() >= 0;
    case 'between':
      return order() >= 0 && compare(value, last) <= 0;
    case 'in':
      return [other, last, ...rest].some((one) => isEqual(value, one));
    case 'attribute_exists':
      return true;
    case 'attribute_type':
      return typeOf(value) === other.S;
    case 'begins_with':
      return typeOf(value) === typeOf(other) && bytesOf(value).indexOf(bytesOf(other)) === 0;
    case 'contains':
      return contains(value, other);
    default:
      throw new Error(`dynalite parsed the unsupported operator ${operator}.`);
  }
}

function operandValue(operand: Operand, item: Item): Value | undefined {
  if (Array.isArray(operand)) return dynaliteDb.mapPath(operand, item) ?? undefined;
  if (!('type' in operand)) return operand;
  const [argument] = operand.args as [Operand];
  const value = operandValue(argument, item);
  return value && sizeOf(value);
}

function sizeOf(value: Value): Value | undefined {
  const content = contentOf(value);
  if (value.S !== undefined) return { N: String(value.S.length) };
  if (value.B !== undefined) return { N: String(bytesOf(value).length) };
  if (typeof content !== 'object' || content === null) return undefined;
  return { N: String(Object.keys(content).length) };
}

function contains(value: Value, part: Value): boolean {
  if (value.L) return (value.L as Value[]).some((one) => isEqual(one, part));
  const type = typeOf(part);
  if (typeOf(value) === type && 'SB'.includes(type)) return bytesOf(value).includes(bytesOf(part));
  const members = contentOf(value);
  return typeOf(value) === `${type}S` && (members as unknown[]).includes(contentOf(part));
}

/** NaN for values without an order between them. */
function compare(one: Value, other: Value): number {
  const type = typeOf(one);
  if (type !== typeOf(other)) return Number.NaN;
  if (type === 'N') return compareDecimals(String(one.N), String(other.N));
  if (type === 'S' || type === 'B') return Buffer.compare(bytesOf(one), bytesOf(other));
  return Number.NaN;
}

/** Sets and maps have no order. */
function isEqual(one: Value | undefined, other: Value | undefined): boolean {
  return one !== undefined && other !== undefined && orderedText(one) === orderedText(other);
}

const orderedText = (value: Value): string =>
  JSON.stringify(value, (type, part) => {
    if (['SS', 'NS', 'BS'].includes(type) && typeof part[0] === 'string') return part.toSorted();
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });

const typeOf = (value: Value) => Object.keys(value)[0] ?? '';
const contentOf = (value: Value): unknown => Object.values(value)[0];
const bytesOf = (value: Value) =>
  Buffer.from(String(contentOf(value)), value.B === undefined ? 'utf8' : 'base64');

const comparators = ['<', '<=', '>', '>=', 'between'];

/**
 * dynalite accepts values that have no order, such as lists, and an attribute that is compared with itself.
 * @throws DynamodbError
 */
export function checkOperands(condition: Condition | undefined): void {
  const [first, ...others] = condition?.args ?? [];
  if (
    condition?.type === 'in' &&
    Array.isArray(first) &&
    others.some((one) => isDeepStrictEqual(one, first))
  ) {
    throw invalid('The first operand must be distinct from the remaining operands for this operator');
  }
  for (const operand of condition?.args ?? []) {
    if (Array.isArray(operand)) continue;
    if ('args' in operand) checkOperands(operand as Condition);
    else if (
      condition &&
      comparators.includes(condition.type) &&
      !['S', 'N', 'B'].includes(typeOf(operand))
    ) {
      throw invalid(
        `Incorrect operand type for operator or function; operator or function: ${condition.type}, operand type: ${typeOf(operand)}`,
      );
    }
  }
}

const invalid = (problem: string) =>
  new DynamodbError('ValidationException', `Invalid expression: ${problem}`);
