import { expect, it } from 'vitest';
import { allows } from './allows.ts';

const permission = { action: 's3:GetObject', resource: 'arn:aws:s3:::builds/releases/*', conditions: {} };
const call = { action: 's3:GetObject', resource: 'arn:aws:s3:::builds/releases/1.0.0/App.exe', context: {} };

it('allows an action on a resource like the pattern', () => {
  expect(allows(permission, call)).toBe(true);
});

it.each([
  ['another action', { ...call, action: 's3:PutObject' }],
  ['another resource', { ...call, resource: 'arn:aws:s3:::builds/updates/latest.yml' }],
])('does not allow %s', (_, other) => {
  expect(allows(permission, other)).toBe(false);
});

const types = (...values: string[]) => ({ ...call, context: { 'events:detail-type': values } });
it.each([
  ['StringEquals', ['UserChanged'], types('UserChanged'), true],
  ['StringEquals', ['UserChanged'], types('UserDeleted'), false],
  ['StringEquals', ['UserChanged'], call, false],
  ['StringEqualsIfExists', ['UserChanged'], call, true],
  ['ForAllValues:StringEquals', ['UserChanged'], types('UserChanged', 'UserDeleted'), false],
  ['Null', 'false', call, false],
  ['Null', 'false', types('UserChanged'), true],
])('evaluates %s %j', (operator, value, made, expected) => {
  expect(allows({ ...permission, conditions: { [operator]: { 'events:detail-type': value } } }, made)).toBe(
    expected,
  );
});
