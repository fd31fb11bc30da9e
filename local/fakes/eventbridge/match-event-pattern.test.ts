import { describe, expect, test } from 'vitest';
import { matchEventPattern } from './match-event-pattern.ts';

const event = {
  source: 'aws.s3',
  'detail-type': 'Object Created',
  resources: ['arn:aws:s3:::builds', 'arn:aws:s3:::media'],
  detail: {
    tags: [],
    parts: [{ name: 'a', size: 1 }, { name: 'b' }],
    object: { key: 'releases/1.2.0/release.json', size: 5 },
    etag: null,
    deleted: false,
  },
};
const key = (...alternatives: unknown[]) => ({ detail: { object: { key: alternatives } } });

test.each([
  ['the same value', { source: ['aws.s3'] }, true],
  ['another value', { source: ['lorewright'] }, false],
  ['one of several values', { source: ['lorewright', 'aws.s3'] }, true],
  ['all of its fields', { source: ['aws.s3'], 'detail-type': ['Object Created'] }, true],
  ['some of its fields only', { source: ['aws.s3'], 'detail-type': ['Object Deleted'] }, false],
  ['a number', { detail: { object: { size: [5] } } }, true],
  ['a number, not its text', { detail: { object: { size: ['5'] } } }, false],
  ['a truth value', { detail: { deleted: [false] } }, true],
  ['null', { detail: { etag: [null] } }, true],
  ['null, where there is nothing', { detail: { version: [null] } }, false],
  ['any value of a list', { resources: ['arn:aws:s3:::media'] }, true],
  ['no value of a list', { resources: ['arn:aws:s3:::site'] }, false],
  ['a field of any object of a list', { detail: { parts: { name: ['b'] } } }, true],
  ['fields of one object of a list', { detail: { parts: { name: ['a'], size: [1] } } }, true],
  ['fields of two objects of a list', { detail: { parts: { name: ['b'], size: [1] } } }, false],
  ['a field below one that is missing', { detail: { bucket: { name: ['builds'] } } }, false],
  ['a field below one that is null', { detail: { etag: { name: ['builds'] } } }, false],
  ['everything, with no conditions', {}, true],
  ['nothing, with no alternatives', { source: [] }, false],
])('compares an event with a pattern by %s', (_, pattern, expected) => {
  expect(matchEventPattern(pattern, event)).toBe(expected);
});

describe('operators', () => {
  test.each([
    ['prefix', key({ prefix: 'releases/' }), true],
    ['prefix', key({ prefix: 'elease' }), false],
    ['prefix of a number', { detail: { object: { size: [{ prefix: '5' }] } } }, false],
    ['wildcard', key({ wildcard: 'releases/*/release.json' }), true],
    ['wildcard', key({ wildcard: '*.json' }), true],
    ['wildcard', key({ wildcard: '*' }), true],
    ['wildcard', key({ wildcard: 'releases/*/release' }), false],
    ['wildcard, whose dot is a dot', key({ wildcard: 'releases.*.json' }), false],
    ['wildcard, whose question mark is one', key({ wildcard: 'releases/*/releases?.json' }), false],
    ['wildcard of what is missing', { detail: { version: [{ wildcard: '*' }] } }, false],
    ['an operator or a value', { source: [{ prefix: 'x' }, 'aws.s3'] }, true],
  ])('support %s: %j matches: %s', (_, pattern, expected) => {
    expect(matchEventPattern(pattern, event)).toBe(expected);
  });

  test.each([
    { numeric: ['>', 0] },
    { cidr: '10.0.0.0/24' },
    { 'equals-ignore-case': 'AWS.S3' },
    { 'anything-but': 'aws.s3' },
    { exists: true },
    { suffix: '.s3' },
    {},
  ])('reject %j, which is not implemented', (operator) => {
    expect(() => matchEventPattern({ source: [operator] }, event)).toThrow('does not know');
  });
});
