import { describe, expect, test } from 'vitest';
import type { Template } from '../scripts/build/keep-template.ts';
import { resolveSecrets, resolveTemplate } from './resolve-template.ts';

/** Resolves a value of a template. */
function resolve(value: unknown): unknown {
  const template: Template = {
    Resources: {
      Table: { Type: 'AWS::DynamoDB::GlobalTable', Properties: {} },
      Subject: { Type: 'AWS::Lambda::Function', Properties: { value }, Metadata: { path: 'dist/x' } },
    },
    Outputs: {},
  };
  const parameters = { 'AWS::Region': 'us-east-1', 'AWS::Partition': 'aws' };
  const resolved = resolveTemplate(template, parameters, (logicalId, { Type }, attribute) =>
    [Type, logicalId, attribute].filter((part) => part !== undefined).join('|'),
  );
  expect(resolved.Resources.Subject).toMatchObject({
    Type: 'AWS::Lambda::Function',
    Metadata: { path: 'dist/x' },
  });
  return resolved.Resources.Subject?.Properties.value;
}

const table = 'AWS::DynamoDB::GlobalTable|Table';

describe('resolveTemplate', () => {
  test.each([
    ['Ref of a parameter', { Ref: 'AWS::Region' }, 'us-east-1'],
    ['Ref of a resource', { Ref: 'Table' }, table],
    ['GetAtt as a list', { 'Fn::GetAtt': ['Table', 'Arn'] }, `${table}|Arn`],
    ['GetAtt of a nested attribute', { 'Fn::GetAtt': ['Table', 'Stream', 'Arn'] }, `${table}|Stream.Arn`],
    ['GetAtt as a text', { 'Fn::GetAtt': 'Table.Arn' }, `${table}|Arn`],
    ['Join', { 'Fn::Join': ['/', ['a', { Ref: 'AWS::Region' }]] }, 'a/us-east-1'],
    ['Split', { 'Fn::Split': ['-', { Ref: 'AWS::Region' }] }, ['us', 'east', '1']],
    ['Select', { 'Fn::Select': [1, ['a', { Ref: 'AWS::Region' }]] }, 'us-east-1'],
    ['Select by text', { 'Fn::Select': ['0', ['a', 'b']] }, 'a'],
    ['Select of Split', { 'Fn::Select': [2, { 'Fn::Split': ['/', 'https://host/x'] }] }, 'host'],
    ['Sub of a parameter', { 'Fn::Sub': 'arn:${AWS::Partition}:s3' }, 'arn:aws:s3'],
    ['Sub of a resource', { 'Fn::Sub': 'x/${Table}/${Table.Arn}' }, `x/${table}/${table}|Arn`],
    ['deep inside', { list: [{ deep: { Ref: 'AWS::Region' } }] }, { list: [{ deep: 'us-east-1' }] }],
  ])('resolves %s', (_, value, expected) => {
    expect(resolve(value)).toEqual(expected);
  });
});

test.each([
  ['plain values', { text: 'a', number: 0, no: false, nothing: null, list: [], empty: {} }],
  ['an object with Ref next to another key', { Ref: 'x', other: 'y' }],
])('keeps %s', (_, value) => {
  expect(resolve(value)).toEqual(value);
});

test.each([
  ['a function', { 'Fn::ImportValue': 'x' }, 'Fn::ImportValue'],
  ['a text with its own names', { 'Fn::Sub': ['${Table}', { Table: 'x' }] }, 'Fn::Sub with a list'],
  ['a condition', { 'Fn::If': ['IsProduction', 'a', 'b'] }, 'Fn::If'],
  ['a resource', { Ref: 'Nowhere' }, 'Nowhere'],
  ['a resource, within a text', { 'Fn::Sub': '${Nowhere}' }, 'Nowhere'],
  ['a resource with an attribute', { 'Fn::GetAtt': ['Nowhere', 'Arn'] }, 'Nowhere'],
])('names an unknown reference: %s', (_, value, name) => {
  expect(() => resolve(value)).toThrow(name);
});

test('resolves outputs', () => {
  const template: Template = { Resources: {}, Outputs: { Region: { Value: { Ref: 'AWS::Region' } } } };
  expect(resolveTemplate(template, { 'AWS::Region': 'us-east-1' }, () => '').Outputs).toEqual({
    Region: { Value: 'us-east-1' },
  });
});

test('replaces references to secrets, keeps other text and rejects an unknown secret', () => {
  const secrets = { 'arn:aws:secretsmanager:us-east-1:0:secret:one': 'hush' };
  const reference = (name: string) =>
    `{{resolve:secretsmanager:arn:aws:secretsmanager:us-east-1:0:secret:${name}:SecretString:::}}`;
  expect(resolveSecrets(reference('one'), secrets)).toBe('hush');
  expect(resolveSecrets(`${reference('one')} ${reference('one')}`, secrets)).toBe('hush hush');
  expect(resolveSecrets('plain', secrets)).toBe('plain');
  expect(() => resolveSecrets(reference('two'), secrets)).toThrow('secret:two');
});
