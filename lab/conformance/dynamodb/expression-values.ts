import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/** An item with a value of each type, and of each special case. */
export const sampleItem: Record<string, AttributeValue> = {
  id: { S: 'sample' },
  word: { S: 'hello' },
  blank: { S: '' },
  unicode: { S: 'Zoë 🦊' },
  amount: { N: '12.5' },
  zero: { N: '0' },
  huge: { N: '12345678901234567890123456789012345678' },
  octets: { B: Buffer.from('hello') },
  yes: { BOOL: true },
  unset: { BOOL: false },
  nothing: { NULL: true },
  things: { L: [{ S: 'a' }, { N: '1' }, { M: { deep: { S: 'x' } } }] },
  folder: { M: { nested: { S: 'v' }, amount: { N: '3' }, things: { L: [{ S: 'b' }, { N: '2' }] } } },
  tags: { SS: ['a', 'b'] },
  numbers: { NS: ['1', '2.5'] },
  blobs: { BS: [Buffer.from('a'), Buffer.from('b')] },
  noThings: { L: [] },
  noFolder: { M: {} },
};

/** The values by placeholder. */
export const sampleValues: Record<string, AttributeValue> = {
  ':word': { S: 'hello' },
  ':he': { S: 'he' },
  ':a': { S: 'a' },
  ':z': { S: 'z' },
  ':blank': { S: '' },
  ':unicode': { S: 'Zoë 🦊' },
  ':amount': { N: '12.50' },
  ':zero': { N: '0' },
  ':one': { N: '1' },
  ':two': { N: '2' },
  ':minus': { N: '-7' },
  ':hundred': { N: '100' },
  ':tenth': { N: '0.1' },
  ':huge': { N: '12345678901234567890123456789012345678' },
  ':octets': { B: Buffer.from('hello') },
  ':ll': { B: Buffer.from('ll') },
  ':yes': { BOOL: true },
  ':no': { BOOL: false },
  ':nothing': { NULL: true },
  ':things': { L: [{ S: 'a' }, { N: '1' }, { M: { deep: { S: 'x' } } }] },
  ':noThings': { L: [] },
  ':folder': { M: { things: { L: [{ S: 'b' }, { N: '2' }] }, amount: { N: '3.0' }, nested: { S: 'v' } } },
  ':deep': { M: { deep: { S: 'x' } } },
  ':tags': { SS: ['b', 'a'] },
  ':someTags': { SS: ['b', 'c'] },
  ':numbers': { NS: ['2.50', '1'] },
  ':blobs': { BS: [Buffer.from('b'), Buffer.from('a')] },
  ':typeS': { S: 'S' },
  ':typeN': { S: 'N' },
  ':typeSS': { S: 'SS' },
  ':typeL': { S: 'L' },
  ':typeM': { S: 'M' },
  ':typeBOOL': { S: 'BOOL' },
  ':typeNULL': { S: 'NULL' },
  ':typeOther': { S: 'STRING' },
};

const sampleNames: Record<string, string> = {
  '#word': 'word',
  '#status': 'status',
  '#dotted': 'folder.nested',
  '#folder': 'folder',
  '#nested': 'nested',
  '#unused': 'unused',
};

/** The names and values of the placeholders in the expressions. */
export function placeholdersOf(...expressions: string[]) {
  const text = expressions.join(' ');
  const names = [...new Set(text.match(/#\w+/g))].flatMap((key) =>
    sampleNames[key] ? [[key, sampleNames[key]]] : [],
  );
  const values = [...new Set(text.match(/:\w+/g))].flatMap((key) =>
    sampleValues[key] ? [[key, sampleValues[key]]] : [],
  );
  return {
    ...(names.length > 0 && { ExpressionAttributeNames: Object.fromEntries(names) }),
    ...(values.length > 0 && { ExpressionAttributeValues: Object.fromEntries(values) }),
  };
}
