import type { ExplainedDifference } from '../comparison.ts';

const guide = 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide';
const reference = 'https://docs.aws.amazon.com/amazondynamodb/latest/APIReference';

/** An operation with a table that does not exist. */
export const missingTable: Omit<ExplainedDifference, 'probes'> = {
  right: 'ours',
  why: 'AWS documents a message that begins with "Requested resource not found". DynamoDB Local has another one.',
  source: `${guide}/Programming.Errors.html`,
};

export const explainedDifferences: ExplainedDifference[] = [
  {
    probes: {
      'a key with another type': '90448311',
      'a key with another name': '1e24d361',
      'a key with two attributes': '85ece7e4',
      'no key attribute': '6e00eb5e',
      'transactional reads': '04fb59b1',
    },
    right: 'ours',
    why: 'A canceled TransactGetItems has a reason for each part, even when a key is wrong. DynamoDB Local returns none.',
    source: `${reference}/API_TransactGetItems.html`,
  },
  {
    probes: { 'condition: attribute_exists(size)': 'edcc442a' },
    right: 'ours',
    why: 'SIZE is a reserved word. DynamoDB Local accepts it as the name of an attribute.',
    source: `${guide}/ReservedWords.html`,
  },
  {
    probes: { 'condition: NOT NOT word = :word': 'cb9ce268' },
    right: 'theirs',
    why: 'NOT may precede any condition. Our parser, which is that of dynalite, rejects two in a row (ValidationException), so a program that needs them fails in its first test.',
    source: `${guide}/Expressions.OperatorsAndFunctions.html`,
  },
  {
    probes: {
      'update: SET tags = :numbers': '1f84e54b',
      'item with a number with a plus in a list': 'dfa391bf',
    },
    right: 'ours',
    why: 'DynamoDB trims the zeros at both ends of a number, so it does not keep the text. DynamoDB Local keeps the text of some numbers in sets and lists.',
    source: `${guide}/HowItWorks.NamingRulesDataTypes.html`,
  },
  {
    probes: {
      'update with UPDATED_OLD: SET folder.nested = :a, things[1] = :z': '46222f46',
      'update with UPDATED_OLD: REMOVE folder.nested, things[0]': '29a40544',
      'update with UPDATED_NEW: SET folder.nested = :a, things[1] = :z': '97de8b00',
      'update with UPDATED_NEW: REMOVE folder.nested, things[0]': 'e55888b4',
    },
    right: 'ours',
    why: 'UPDATED_OLD and UPDATED_NEW return only the part that the update changed. AWS documents it for attributes, but not for their parts. DynamoDB Local returns the whole map or list. The product uses neither.',
    source: 'https://github.com/scylladb/scylladb/blob/master/test/alternator/test_returnvalues.py',
  },
  {
    probes: {
      'transaction with an update with a wrong type': 'b3649798',
      'transaction with an update with a wrong type, and a failure': '5ee5ff49',
      'transaction with an update of a missing path': 'b3649798',
    },
    right: 'ours',
    why: 'An update that does not fit the item cancels the transaction (ValidationError). DynamoDB Local answers with a ValidationException.',
    source: `${reference}/API_TransactWriteItems.html`,
  },
  {
    probes: {
      'transaction with a put without a key': '1615e9e7',
      'transaction with a check with a wrong key': '1615e9e7',
    },
    right: 'ours',
    why: 'A missing key cancels the transaction (ValidationError). AWS does not document it. DynamoDB Local answers with a ValidationException.',
    source: 'https://github.com/floci-io/floci/pull/3674',
  },
  {
    probes: { 'transaction with an update without an expression': 'bdcb6825' },
    right: 'ours',
    why: 'UpdateExpression is required in a transaction.',
    source: `${reference}/API_Update.html`,
  },
  {
    ...missingTable,
    probes: {
      'describes a missing table': '8389438b',
      'time to live': '6cb3f496',
      'a put into a missing table': '039bafb0',
      'a read of a missing table': '039bafb0',
      'an update in a missing table': '039bafb0',
      'a delete in a missing table': '039bafb0',
      'a query of a missing table': '039bafb0',
      'invalid parts of a batch write nothing': '91b5c3f4',
      'transaction with a missing table': 'ce2fb6f0',
      'transactional read of a missing table': '039bafb0',
    },
  },
  {
    probes: { 'creates a table that exists': '5f6607d2' },
    right: 'both',
    why: 'AWS does not document the message of this ResourceInUseException.',
    source: `${reference}/API_CreateTable.html`,
  },
  {
    probes: { 'client token: another request': '4e5ff5b5' },
    right: 'ours',
    why: 'The error has a message. DynamoDB Local sends none.',
    source: `${reference}/API_TransactWriteItems.html`,
  },
];
