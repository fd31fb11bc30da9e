import { type Attributes, DynamodbError, type Store, type Value, validate } from './dynalite.ts';
import { type Condition, checkOperands } from './match-condition.ts';

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html */
const maximumWrites = 25;

/** Returns the request with parsed expressions. Adds checks that dynalite lacks. @throws DynamodbError */
export function validateRequest(store: Store, action: string, request: Attributes): Attributes {
  checkSyntax(request);
  const data = validate(store, action, withoutPlus(request));
  for (const name of ['_condition', '_filter']) {
    checkOperands((data[name] as { expression: Condition } | undefined)?.expression);
  }
  checks[action]?.(data);
  return data;
}

/** dynalite accepts names that begin with an underscore, and indexes that begin with a zero. */
const wrongSyntax = /(?<![\w#:])_|\[0\d/;

function checkSyntax(request: Attributes): void {
  const wrong = Object.entries(request).find(
    ([name, text]) => name.endsWith('Expression') && wrongSyntax.test(String(text)),
  );
  if (wrong) throw invalid(`Invalid ${wrong[0]}: Syntax error`);
}

/** dynalite refuses numbers such as `+5`. */
const withoutPlus = (request: Attributes): Attributes =>
  JSON.parse(JSON.stringify(request), (name, part) =>
    name === 'N' && typeof part === 'string' ? part.replace(/^\+/, '') : part,
  );

const checks: Record<string, ((data: Attributes) => void) | undefined> = {
  deleteItem({ ReturnValues = 'NONE' }) {
    if (ReturnValues !== 'NONE' && ReturnValues !== 'ALL_OLD') {
      throw invalid('ReturnValues can only be ALL_OLD or NONE');
    }
  },
  updateItem({ AttributeUpdates }) {
    if (AttributeUpdates) throw invalid('The local DynamoDB supports UpdateExpression only');
  },
  batchWriteItem({ RequestItems }) {
    const requests = Object.values(RequestItems as Record<string, Attributes[]>).flat();
    if (requests.length > maximumWrites) {
      throw invalid(`Too many items requested for the BatchWriteItem call: ${requests.length}`);
    }
    if (requests.some((request) => Object.keys(request).length !== 1)) {
      throw invalid('A part of BatchWriteItem must be either a PutRequest or a DeleteRequest');
    }
  },
  scan: checkSelect,
  query(data) {
    checkSelect(data);
    const { KeyConditions } = data;
    const conditions = Object.entries(KeyConditions as Record<string, { AttributeValueList: Value[] }>);
    for (const [name, { AttributeValueList }] of conditions) {
      if (AttributeValueList.some(({ S, B }) => S === '' || B === '')) {
        throw invalid(
          `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty value. Key: ${name}`,
        );
      }
    }
  },
};

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Query.html */
function checkSelect({ Select, IndexName, ProjectionExpression }: Attributes): void {
  if (Select === 'ALL_PROJECTED_ATTRIBUTES' && !IndexName) {
    throw invalid('ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName');
  }
  if (Select && (Select === 'SPECIFIC_ATTRIBUTES') !== (ProjectionExpression !== undefined)) {
    throw invalid(`Cannot combine Select ${Select} and this ProjectionExpression`);
  }
}

const invalid = (message: string) => new DynamodbError('ValidationException', message);
