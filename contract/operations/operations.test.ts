import { describe, expect, test } from 'vitest';
import { feedbackTypes, textLimits } from '../rules/feedback-limits.ts';
import { operations } from './operations.ts';
import { type OperationName, routes } from './routes.ts';

const accepts = (name: OperationName, data: unknown) => operations[name].request.safeParse(data).success;

test.each(Object.entries(operations))('%s carries its own name and route', (name, operation) => {
  expect(operation).toMatchObject({ name, ...routes[name as OperationName] });
  expect(operation.path).toMatch(new RegExp(`^/api/${name}(/|$)`));
});

describe('a referral code', () => {
  test.each(['abc', 'A-b_9', 'x'.repeat(64)])('may be %s', (referralCode) => {
    expect(accepts('referralImpression', { referralCode })).toBe(true);
  });

  test.each(['', 'ab', 'x'.repeat(65), 'a b c', 'a#b#c', 'ünïcode', 'abc\n', 7, null])(
    'may not be %j',
    (referralCode) => {
      expect(accepts('referralImpression', { referralCode })).toBe(false);
    },
  );
});

describe('updateMe', () => {
  test.each([
    [{ mailGroup: { group: 'updates', wantsMail: false } }],
    [{ mailGroup: { group: 'newsletter', wantsMail: true } }],
  ])('accepts %j', (change) => {
    expect(accepts('updateMe', change)).toBe(true);
  });

  test.each([
    [{}],
    [{ displayName: 'Ana' }],
    [{ displayName: 'Ana', mailGroup: { group: 'updates', wantsMail: true } }],
    [{ mailGroup: { group: 'everything', wantsMail: true } }],
    [{ mailGroup: { group: 'all', wantsMail: false } }],
    [{ mailGroup: { group: 'updates' } }],
    [{ mailGroup: { group: 'updates', wantsMail: 'no' } }],
    [{ unsubscriptions: ['updates'] }],
    [{ userId: 'somebody-else', mailGroup: { group: 'updates', wantsMail: true } }],
    [{ subscription: { status: 'active' }, mailGroup: { group: 'updates', wantsMail: true } }],
    [{ email: 'other@example.test', mailGroup: { group: 'updates', wantsMail: true } }],
  ])('refuses %j', (change) => {
    expect(accepts('updateMe', change)).toBe(false);
  });
});

describe('checkout', () => {
  const request = {
    priceId: 'price_1',
    success_url: 'https://site.test/success',
    cancel_url: 'https://site.test/pricing',
  };

  test.each([[request], [{ ...request, referralCode: 'friend' }]])('accepts %j', (data) => {
    expect(accepts('checkout', data)).toBe(true);
  });

  test.each([
    ['no price', { ...request, priceId: '' }],
    ['an address that is none', { ...request, success_url: '/success' }],
    ['a very long address', { ...request, cancel_url: `https://site.test/${'x'.repeat(2000)}` }],
    ['a referral code that is none', { ...request, referralCode: 'a b' }],
    ['an amount of the buyer’s own', { ...request, amount: 1 }],
  ])('refuses %s', (_, data) => {
    expect(accepts('checkout', data)).toBe(false);
  });
});

test.each([
  ['mac-arm64', true],
  ['mac-x64', true],
  ['win-x64', true],
  ['linux-x64', false],
  ['', false],
  ['toString', false],
])('a download for %j is accepted: %s', (platform, expected) => {
  expect(accepts('download', { platform })).toBe(expected);
});

const submissionId = '5f0c7c0e-2f5d-4a3e-8f8a-0d5f6a1b2c3d';

/** What people write in their own words. */
const proseAccepted: [string, string][] = [
  ['one letter', 'a'],
  ['several lines, with a tab', 'One.\n\tTwo.\r\nThree.'],
  ['letters of any script, and signs made of several', 'Ein Gruß, 日本語, العربية, 👩‍🚀🏳️‍🌈, e\u0301'],
  ['what looks like markup', '<script>alert(1)</script> {####} ${x} {{y}}'],
];
const proseRefused: [string, unknown][] = [
  ['nothing', ''],
  ['spaces and line breaks only', ' \n\t '],
  ['half of a sign', 'a\ud83d'],
  ['a control character', 'a\0b'],
  ['another control character', 'a\u0085b'],
  ['a number', 7],
  ['null', null],
  ['a list', ['a']],
];

describe('feedback', () => {
  const request = { feedbackId: submissionId, content: 'A compass.' };

  test.each(proseAccepted)('may be %s', (_, content) => {
    expect(accepts('feedback', { ...request, content })).toBe(true);
  });

  test.each(proseRefused)('may not be %s', (_, content) => {
    expect(accepts('feedback', { ...request, content })).toBe(false);
  });

  test.each(['a', 'ü', '語', '👩'])('may be as many %s as the limit says, and not one more', (letter) => {
    const longest = letter.repeat(textLimits.feedback);
    expect(accepts('feedback', { ...request, content: longest })).toBe(true);
    expect(accepts('feedback', { ...request, content: ` ${longest}\n` })).toBe(true);
    expect(accepts('feedback', { ...request, content: longest + letter })).toBe(false);
  });

  test('is General Feedback unless something else is chosen', () => {
    expect(operations.feedback.request.parse(request)).toEqual({ ...request, type: 'General Feedback' });
    for (const type of feedbackTypes) expect(accepts('feedback', { ...request, type })).toBe(true);
    expect(accepts('feedback', { ...request, type: 'Praise' })).toBe(false);
  });

  test.each([
    ['no id', { feedbackId: undefined }],
    ['an id that is none', { feedbackId: 'feedback-1' }],
    ['a writer', { userId: 'user-2' }],
    ['comments', { comments: ['Done.'] }],
    ['a time', { timestamp: '2025-09-01T10:00:00Z' }],
  ])('is refused with %s', (_, change) => {
    expect(accepts('feedback', { ...request, ...change })).toBe(false);
  });
});

describe('a letter', () => {
  const request = { messageId: submissionId, name: 'Ana', email: 'ana@example.test', message: 'Hello!' };

  test.each(proseAccepted)('may be %s', (_, message) => {
    expect(accepts('contact', { ...request, message })).toBe(true);
  });

  test.each(proseRefused)('may not be %s', (_, message) => {
    expect(accepts('contact', { ...request, message })).toBe(false);
  });

  test.each(['Ana', 'Ana María O’Neill-Ferreira', '王小明', 'x'.repeat(textLimits.contactName)])(
    'may come from %s',
    (name) => {
      expect(accepts('contact', { ...request, name })).toBe(true);
    },
  );

  test.each([
    '',
    '  ',
    'x'.repeat(101),
    'Ana\nBen',
    'Ana\r\nBcc: all@example.test',
    'Ana\0',
    'Ana\u0085Ben',
    '\ud83d',
    null,
  ])('may not come from %j', (name) => {
    expect(accepts('contact', { ...request, name })).toBe(false);
  });

  test.each(['ana@example.test', 'ana+news@mail.example.test', "o'neill@example.test"])(
    'may be answered to %s',
    (email) => {
      expect(accepts('contact', { ...request, email })).toBe(true);
    },
  );

  test.each([
    '',
    'ana',
    'ana@example',
    'ana@example.test\nBcc: all@example.test',
    'ana@example.test,ben@example.test',
    'Ana <ana@example.test>',
    ' ana@example.test',
    `${'x'.repeat(250)}@example.test`,
  ])('may not be answered to %j', (email) => {
    expect(accepts('contact', { ...request, email })).toBe(false);
  });

  test('may have the hidden field filled in: that is for the server to judge', () => {
    expect(operations.contact.request.parse(request).website).toBe('');
    expect(accepts('contact', { ...request, website: 'https://spam.example' })).toBe(true);
  });

  test('brings no field of its own', () => {
    expect(accepts('contact', { ...request, to: 'all@example.test' })).toBe(false);
  });
});

describe('unsubscribe', () => {
  test.each([
    [{ token: 'a.b' }, true],
    [{ token: 'a.b', beginAgain: ['updates', 'newsletter'] }, true],
    [{ token: 'x'.repeat(500) }, true],
    [{ token: 'x'.repeat(501) }, false],
    [{ token: '' }, false],
    [{ token: 'a.b', beginAgain: [] }, false],
    [{ token: 'a.b', beginAgain: ['all'] }, false],
    [{ token: 'a.b', userId: 'user-2' }, false],
  ])('%j is accepted: %s', (data, expected) => {
    expect(accepts('unsubscribe', data)).toBe(expected);
  });

  test('by a mail program leaves room for what others have added to the address', () => {
    expect(operations.oneClickUnsubscribe.request.parse({ token: 'a.b', utm_source: 'mail' })).toEqual({
      token: 'a.b',
    });
    expect(accepts('oneClickUnsubscribe', {})).toBe(false);
  });
});

test.each(['me', 'syncEmail', 'exportMyData', 'deleteAccountData'] as const)(
  '%s takes no fields: it is about the caller and nobody else',
  (name) => {
    expect(accepts(name, {})).toBe(true);
    expect(accepts(name, { userId: 'user-2' })).toBe(false);
  },
);
