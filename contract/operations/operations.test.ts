import { describe, expect, test } from 'vitest';
import { feedbackTypes, textLimits } from '../rules/feedback-limits.ts';
import { operations } from './operations.ts';
import { type OperationName, routes } from './routes.ts';

const accepts = (name: OperationName, data: unknown) => operations[name].request.safeParse(data).success;

test.each(Object.entries(operations))('gives %s its own name and route', (name, operation) => {
  expect(operation).toMatchObject({ name, ...routes[name as OperationName] });
  expect(operation.path).toMatch(new RegExp(`^/api/${name}(/|$)`));
});

describe('a referral code', () => {
  test.each(['abc', 'A-b_9', 'x'.repeat(64)])('accepts %s', (referralCode) => {
    expect(accepts('referralImpression', { referralCode })).toBe(true);
  });

  test.each(['', 'ab', 'x'.repeat(65), 'a b c', 'a#b#c', 'ünïcode', 'abc\nd', 7, null])(
    'rejects %j',
    (referralCode) => {
      expect(accepts('referralImpression', { referralCode })).toBe(false);
    },
  );
});

test('stores a referral code in lowercase, however it was typed', () => {
  expect(operations.referralImpression.request.parse({ referralCode: ' 7GGZKQWQ' })).toEqual({
    referralCode: '7ggzkqwq',
  });
});

describe('updateMe', () => {
  test.each([
    [{ mailGroup: { group: 'updates', wantsMail: false } }],
    [{ mailGroup: { group: 'newsletter', wantsMail: true } }],
    [{ passkey: { id: 'aB3-_', name: 'Phone' } }],
    [{ passkey: { id: 'aB3-_', name: null } }],
  ])('accepts %j', (change) => {
    expect(accepts('updateMe', change)).toBe(true);
  });

  test.each([
    [{}],
    [{ displayName: 'Ana', mailGroup: { group: 'updates', wantsMail: true } }],
    [{ mailGroup: { group: 'everything', wantsMail: true } }],
    [{ mailGroup: { group: 'all', wantsMail: false } }],
    [{ mailGroup: { group: 'updates' } }],
    [{ mailGroup: { group: 'updates', wantsMail: 'no' } }],
    [{ unsubscriptions: ['updates'] }],
    [{ passkey: { id: 'aB3', name: ' ' } }],
    [{ passkey: { id: 'aB3', name: 'x'.repeat(51) } }],
    [{ passkey: { id: 'a.b', name: 'Phone' } }],
    [{ passkey: { id: 'x'.repeat(1365), name: 'Phone' } }],
    [{ passkey: { id: 'aB3', name: '\u200b' } }],
    [{ passkey: { id: 'aB3', name: '\ud800' } }],
    [{ passkey: { id: 'aB3', name: 'Phone' }, mailGroup: { group: 'updates', wantsMail: true } }],
    [{ passkeyNames: [] }],
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
    ['an invalid address', { ...request, success_url: '/success' }],
    ['a very long address', { ...request, cancel_url: `https://site.test/${'x'.repeat(2000)}` }],
    ['an address with a line break', { ...request, cancel_url: 'https://site.test/pricing\r\nTo: b' }],
    ['an invalid referral code', { ...request, referralCode: 'a b' }],
    ['an amount chosen by the buyer', { ...request, amount: 1 }],
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
])('accepts a download for %j: %s', (platform, expected) => {
  expect(accepts('download', { platform })).toBe(expected);
});

const submissionId = '5f0c7c0e-2f5d-4a3e-8f8a-0d5f6a1b2c3d';

/** Text that people type. */
const proseAccepted: [string, string][] = [
  ['one letter', 'a'],
  ['several lines, with a tab', 'One.\n\tTwo.\r\nThree.'],
  ['letters of any script, and emoji of several code points', 'Ein Gruß, 日本語, العربية, 👩‍🚀🏳️‍🌈, e\u0301'],
  ['text that looks like markup', '<script>alert(1)</script> {####} ${x} {{y}}'],
];
const proseRefused: [string, unknown][] = [
  ['nothing', ''],
  ['only spaces and line breaks', ' \n\t '],
  ['only characters that nobody can see', '\u200b\u2060\ufe0f\u3164\0'],
  ['a number', 7],
  ['null', null],
  ['a list', ['a']],
];

describe('feedback', () => {
  const request = { feedbackId: submissionId, content: 'A compass.' };

  test.each(proseAccepted)('accepts %s', (_, content) => {
    expect(accepts('feedback', { ...request, content })).toBe(true);
  });

  test.each(proseRefused)('rejects %s', (_, content) => {
    expect(accepts('feedback', { ...request, content })).toBe(false);
  });

  test.each(['a', 'ü', '語', '👩'])('accepts %s up to the limit', (letter) => {
    const longest = letter.repeat(textLimits.feedback);
    expect(accepts('feedback', { ...request, content: longest })).toBe(true);
    expect(accepts('feedback', { ...request, content: ` ${longest}\n` })).toBe(true);
    expect(accepts('feedback', { ...request, content: longest + letter })).toBe(false);
  });

  test('defaults to General Feedback', () => {
    expect(operations.feedback.request.parse(request)).toEqual({ ...request, type: 'General Feedback' });
    for (const type of feedbackTypes) expect(accepts('feedback', { ...request, type })).toBe(true);
    expect(accepts('feedback', { ...request, type: 'Praise' })).toBe(false);
  });

  test.each([
    ['no id', { feedbackId: undefined }],
    ['an invalid id', { feedbackId: 'feedback-1' }],
    ['a writer', { userId: 'user-2' }],
    ['comments', { comments: ['Done.'] }],
    ['a time', { timestamp: '2025-09-01T10:00:00Z' }],
  ])('rejects %s', (_, change) => {
    expect(accepts('feedback', { ...request, ...change })).toBe(false);
  });
});

describe('contact', () => {
  const request = { messageId: submissionId, name: 'Ana', email: 'ana@example.test', message: 'Hello!' };

  test.each(proseAccepted)('accepts the message %s', (_, message) => {
    expect(accepts('contact', { ...request, message })).toBe(true);
  });

  test.each(proseRefused)('rejects the message %s', (_, message) => {
    expect(accepts('contact', { ...request, message })).toBe(false);
  });

  test.each(['Ana', 'Ana María O’Neill-Ferreira', '王小明', 'x'.repeat(textLimits.contactName)])(
    'accepts the name %s',
    (name) => {
      expect(accepts('contact', { ...request, name })).toBe(true);
    },
  );

  test.each(['', '  ', 'x'.repeat(101), '\u200b', '\ud83d', null])('rejects the name %j', (name) => {
    expect(accepts('contact', { ...request, name })).toBe(false);
  });

  test.each(['ana@example.test', 'ana+news@mail.example.test', "o'neill@example.test"])(
    'accepts the email address %s',
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
    `${'x'.repeat(250)}@example.test`,
  ])('rejects the email address %j', (email) => {
    expect(accepts('contact', { ...request, email })).toBe(false);
  });

  test('rejects unknown fields', () => {
    expect(accepts('contact', { ...request, to: 'all@example.test' })).toBe(false);
  });
});

test.each([
  ['draft', true],
  ['published', true],
  ['letter', false],
])('accepts the article status %s at the desk: %s', (status, expected) => {
  expect(accepts('deskArticles', { status })).toBe(expected);
  const action = { actionId: crypto.randomUUID(), ...(status !== 'draft' && { reason: 'For the blog.' }) };
  expect(accepts('deskStoreArticle', { ...action, text: 'Text.', seen: {}, status })).toBe(expected);
});

test('needs a reason to publish an article, and a time to schedule it', () => {
  const draft = { actionId: crypto.randomUUID(), slug: 'a-map', seen: {} };
  expect(accepts('deskStoreArticle', { ...draft, status: 'published' })).toBe(false);
  const scheduled = { ...draft, reason: 'For the blog.', status: 'scheduled' };
  expect(accepts('deskStoreArticle', scheduled)).toBe(false);
  const schedule = { at: '2026-12-01T08:30:00.000Z', timeZone: 'Europe/Berlin' };
  expect(accepts('deskStoreArticle', { ...scheduled, schedule })).toBe(true);
  expect(accepts('deskStoreArticle', { ...scheduled, schedule: { ...schedule, timeZone: 'Atlantis' } })).toBe(
    false,
  );
  expect(
    accepts('deskStoreArticle', { ...scheduled, schedule: { ...schedule, at: '2026-12-01T09:30' } }),
  ).toBe(false);
});

test('reportProblem reads the checksum of a crash in lower case', () => {
  const report = {
    version: '1.2.0',
    platform: 'mac-arm64',
    systemVersion: '15.1',
    crash: 'ABCDEF0123456789',
  };
  expect(operations.reportProblem.request.parse(report)).toMatchObject({ crash: 'abcdef0123456789' });
  expect(accepts('reportProblem', { ...report, crash: 'GBCDEF0123456789' })).toBe(false);
});

describe('unsubscribe', () => {
  test.each([
    [{ token: 'a.b' }, true],
    [{ token: 'a.b', beginAgain: ['updates', 'newsletter'] }, true],
    [{ token: 'x'.repeat(1000) }, true],
    [{ token: 'x'.repeat(1001) }, false],
    [{ token: '' }, false],
    [{ token: 'a.b', beginAgain: [] }, false],
    [{ token: 'a.b', beginAgain: ['all'] }, false],
    [{ token: 'a.b', userId: 'user-2' }, false],
  ])('accepts %j: %s', (data, expected) => {
    expect(accepts('unsubscribe', data)).toBe(expected);
  });

  test('accepts unknown parameters in the URL that a mail program calls', () => {
    expect(operations.oneClickUnsubscribe.request.parse({ token: 'a.b', utm_source: 'mail' })).toEqual({
      token: 'a.b',
    });
    expect(accepts('oneClickUnsubscribe', {})).toBe(false);
  });
});

test.each(['me', 'syncEmail', 'exportMyData', 'deleteAccountData'] as const)(
  'accepts no user id for %s, which acts on the caller only',
  (name) => {
    expect(accepts(name, {})).toBe(true);
    expect(accepts(name, { userId: 'user-2' })).toBe(false);
  },
);
