import {
  type Attributes,
  DynamodbError,
  dynaliteDb,
  type Item,
  type TableRecord,
  type Value,
} from './dynalite.ts';
import { type Condition, matchesCondition } from './match-condition.ts';

// Corrections of dynalite where it differs from DynamoDB.

/** dynalite counts characters where DynamoDB counts the bytes of UTF-8. This text has a character for each byte. */
const withBytes = <T extends Attributes>(value: T): T =>
  JSON.parse(Buffer.from(JSON.stringify(value)).toString('latin1'));

/** Tests load this module again while dynalite stays loaded, and a second correction would count each byte twice. */
const corrected = dynaliteDb as typeof dynaliteDb & { original?: typeof dynaliteDb };
corrected.original ??= { ...dynaliteDb };
const { checkConditional, itemSize, validateItem, validateKey } = corrected.original;

dynaliteDb.itemSize = (item, ...options) => itemSize(withBytes(item), ...options);

dynaliteDb.validateKey = (key, ...rest) => validateKey(withBytes(key), ...rest);

dynaliteDb.validateItem = (item, table) =>
  validateItem(withBytes(item), table) ??
  validateIndexKeys(item as Item, table) ??
  validateNesting({ M: item as Item });

dynaliteDb.checkConditional = (data, existingItem = {}) => {
  if (!data._condition) return checkConditional(data, existingItem);
  const { expression } = data._condition as { expression: Condition };
  if (matchesCondition(expression, existingItem as Item)) return null;
  return new DynamodbError('ConditionalCheckFailedException', 'The conditional request failed');
};

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html */
const maximumLevels = 32;
const maximumKeyBytes = { HASH: 2048, RANGE: 1024 };

/** Attributes that are keys of an index follow the rules of keys. dynalite checks only their types. */
function validateIndexKeys(item: Item, table: TableRecord): Error | undefined {
  for (const { KeySchema } of table.GlobalSecondaryIndexes ?? []) {
    for (const { AttributeName, KeyType } of KeySchema) {
      const { S, B } = item[AttributeName] ?? {};
      const content = S ?? B;
      if (content === '') {
        return invalid(
          `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty value. Key: ${AttributeName}`,
        );
      }
      const bytes = Buffer.byteLength(content ?? '', B === undefined ? 'utf8' : 'base64');
      if (bytes > maximumKeyBytes[KeyType as keyof typeof maximumKeyBytes]) {
        return invalid(
          `One or more parameter values were invalid: The key ${AttributeName} exceeds the size limit`,
        );
      }
    }
  }
  return undefined;
}

function validateNesting(value: Value, level = 0): Error | undefined {
  if (level > maximumLevels) return invalid('Nesting Levels have exceeded supported limits');
  if (value.M && '' in value.M && level > 0) {
    return invalid('One or more parameter values were invalid: Empty attribute name');
  }
  for (const part of value.L ?? Object.values(value.M ?? {})) {
    const problem = validateNesting(part, level + 1);
    if (problem) return problem;
  }
  return undefined;
}

const invalid = (message: string) => new DynamodbError('ValidationException', message);
