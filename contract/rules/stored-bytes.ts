const utf8 = new TextEncoder();

/** DynamoDB's limit for an item, including attribute names. */
export const maxItemBytes = 400 * 1024;

/** The size of a text in UTF-8. Each UTF-16 unit takes up to three bytes. */
export const bytesOf = (text: string): number => utf8.encode(text).length;

/**
 * The size that DynamoDB counts for a value. A number counts as its maximum size.
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
