const utf8 = new TextEncoder();

/** DynamoDB's limit for an item, names of attributes included. */
export const maxItemBytes = 400 * 1024;

/** How many bytes a text takes in UTF-8: up to three for each character that JavaScript counts. */
export const bytesOf = (text: string): number => utf8.encode(text).length;

/**
 * How many bytes DynamoDB counts for a value; of numbers the most that one can take.
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */
export function storedBytes(value: unknown): number {
  if (typeof value === 'string') return bytesOf(value);
  if (typeof value === 'number') return 21;
  if (typeof value !== 'object' || value === null) return 1;
  return Object.entries(value).reduce(
    (sum, [name, each]) => sum + 1 + (Array.isArray(value) ? 0 : bytesOf(name)) + storedBytes(each),
    3,
  );
}
