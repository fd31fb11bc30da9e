import type { ExplainedDifference } from '../comparison.ts';

const guide = 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide';
const reference = 'https://docs.aws.amazon.com/amazondynamodb/latest/APIReference';

export const explainedDifferences: ExplainedDifference[] = [
  {
    probes: [
      'a key with another type',
      'a key with another name',
      'a key with two attributes',
      'no key attribute',
      'transactional reads',
    ],
    right: 'ours',
    why: 'A canceled TransactGetItems has a reason for each part. DynamoDB Local returns no reasons when a key is wrong.',
    source: `${reference}/API_TransactGetItems.html`,
  },
  {
    probes: ['condition: attribute_exists(size)'],
    right: 'ours',
    why: 'SIZE is a reserved word. DynamoDB Local accepts it as the name of an attribute.',
    source: `${guide}/ReservedWords.html`,
  },
  {
    probes: ['condition: NOT NOT word = :word'],
    right: 'theirs',
    why: 'NOT may precede any condition. The parser of dynalite refuses two in a row with a ValidationException, so a program that needs them fails in its first test.',
    source: `${guide}/Expressions.OperatorsAndFunctions.html`,
  },
  {
    probes: ['update: SET tags = :numbers', 'item with a number with a plus in a list'],
    right: 'ours',
    why: 'DynamoDB stores numbers in one form, for example without zeros at the end. DynamoDB Local keeps the text of some numbers in sets and lists.',
    source: `${guide}/HowItWorks.NamingRulesDataTypes.html`,
  },
  {
    probes: ['OLD', 'NEW'].flatMap((suffix) => [
      `update with UPDATED_${suffix}: SET folder.nested = :a, things[1] = :z`,
      `update with UPDATED_${suffix}: REMOVE folder.nested, things[0]`,
    ]),
    right: 'ours',
    why: 'UPDATED_OLD and UPDATED_NEW return only what the update changed. DynamoDB Local returns the whole map or list around it. The product uses neither.',
    source: `${reference}/API_UpdateItem.html`,
  },
  {
    probes: [
      'transaction with an update with a wrong type',
      'transaction with an update with a wrong type, and a failure',
      'transaction with an update of a missing path',
    ],
    right: 'ours',
    why: 'An update that does not fit the item is a reason to cancel a transaction (ValidationError). DynamoDB Local answers with a ValidationException.',
    source: `${reference}/API_TransactWriteItems.html`,
  },
  {
    probes: ['transaction with an update without an expression'],
    right: 'ours',
    why: 'UpdateExpression is required in a transaction.',
    source: `${reference}/API_Update.html`,
  },
];
