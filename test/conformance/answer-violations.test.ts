import { describe, expect, it } from 'vitest';
import { type ApiModel, answerViolations } from './answer-violations.ts';

const model: ApiModel = {
  operations: {
    GetUser: {
      output: { shape: 'GetUserResponse' },
      errors: [{ shape: 'UserNotFoundException' }],
    },
    DeleteUser: { errors: [] },
  },
  shapes: {
    GetUserResponse: {
      type: 'structure',
      required: ['Name', 'Groups'],
      members: {
        Name: { shape: 'NameType' },
        Status: { shape: 'StatusType' },
        Groups: { shape: 'GroupListType' },
        Labels: { shape: 'LabelMapType' },
        Logins: { shape: 'CountType' },
        Enabled: { shape: 'BooleanType' },
        CreatedAt: { shape: 'DateType' },
        Options: { shape: 'DocumentType' },
        Share: { shape: 'ShareType' },
      },
    },
    NameType: { type: 'string', min: 2, max: 5, pattern: '[\\p{L}]+' },
    StatusType: { type: 'string', enum: ['CONFIRMED', 'UNCONFIRMED'] },
    GroupListType: { type: 'list', member: { shape: 'GroupType' }, max: 2 },
    GroupType: { type: 'structure', required: ['Name'], members: { Name: { shape: 'NameType' } } },
    LabelMapType: { type: 'map', value: { shape: 'NameType' } },
    CountType: { type: 'integer', min: 0 },
    BooleanType: { type: 'boolean' },
    DateType: { type: 'timestamp' },
    ShareType: { type: 'double' },
    DocumentType: { type: 'structure', members: {}, document: true },
    UserNotFoundException: { type: 'structure', members: { message: { shape: 'TextType' } } },
    TextType: { type: 'string' },
  },
};

const user = {
  Name: 'Ada',
  Status: 'CONFIRMED',
  Groups: [{ Name: 'paid' }],
  Labels: { color: 'blue' },
  Logins: 3,
  Enabled: true,
  CreatedAt: 1_700_000_000.5,
  Options: { anything: [null] },
};
const violationsOf = (body: object, status = 200, operation = 'GetUser') =>
  answerViolations(model, { operation, status, body });

describe('answerViolations', () => {
  it('accepts an answer as described', () => {
    expect(violationsOf(user)).toEqual([]);
    expect(violationsOf({ Name: 'Ada', Groups: [] })).toEqual([]);
  });

  it.each([
    ['a missing member', { ...user, Groups: [{}] }, 'Groups[].Name is missing.'],
    ['an unknown member', { ...user, Groups: [{ Name: 'paid', Size: 1 }] }, 'Groups[].Size is unknown.'],
    ['a text instead of a number', { ...user, Logins: '3' }, 'Logins is not of type integer.'],
    ['a fraction instead of an integer', { ...user, Logins: 1.5 }, 'Logins is not of type integer.'],
    ['a text instead of a date', { ...user, CreatedAt: '2026-11-26' }, 'CreatedAt is not of type timestamp.'],
    ['a text instead of a boolean', { ...user, Enabled: 'true' }, 'Enabled is not of type boolean.'],
    ['a list instead of a structure', { ...user, Groups: [[]] }, 'Groups[] is not of type structure.'],
    ['a structure instead of a list', { ...user, Groups: {} }, 'Groups is not of type list.'],
    ['null', { ...user, Status: null }, 'Status is not of type string.'],
    ['a number in a map of texts', { ...user, Labels: { color: 1 } }, 'Labels{} is not of type string.'],
    ['an unknown value', { ...user, Status: 'GONE' }, 'Status has the unknown value "GONE".'],
    ['a short text', { ...user, Name: 'A' }, 'Name has a wrong size.'],
    ['a long list', { ...user, Groups: Array(3).fill({ Name: 'paid' }) }, 'Groups has a wrong size.'],
    ['a negative number', { ...user, Logins: -1 }, 'Logins has a wrong size.'],
    ['a text with other characters', { ...user, Name: 'Ada 1' }, 'Name does not match [\\p{L}]+.'],
  ])('reports %s', (_, body, violation) => {
    expect(violationsOf(body)).toEqual([violation]);
  });

  it('accepts only errors of the operation, with their members', () => {
    const error = { __type: 'UserNotFoundException', message: 'There is no such user.' };
    expect(violationsOf(error, 400)).toEqual([]);
    expect(violationsOf({ ...error, cause: '' }, 400)).toEqual(['cause is unknown.']);
    expect(violationsOf(error, 400, 'DeleteUser')).toEqual([
      'The operation has no error UserNotFoundException.',
    ]);
  });

  it('accepts only an empty answer of an operation without output', () => {
    expect(violationsOf({}, 200, 'DeleteUser')).toEqual([]);
    expect(violationsOf({ Name: 'Ada' }, 200, 'DeleteUser')).toEqual(['Name is unknown.']);
  });

  it('reports an unknown operation', () => {
    expect(violationsOf({}, 200, 'GetUsers')).toEqual(['There is no operation GetUsers.']);
  });

  it('throws for a type that it does not support', () => {
    expect(() => violationsOf({ ...user, Share: 0.5 })).toThrow(
      'answerViolations does not support the type double.',
    );
  });
});
