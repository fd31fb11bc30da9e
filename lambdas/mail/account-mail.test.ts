import { describe, expect, test } from 'vitest';
import { accountMail } from './account-mail.ts';

const details = { email: 'ana+news@example.test', code: '{####}', siteUrl: 'https://site.test' };
const linkIn = (text: string) => new URL(/https:\/\/\S+/.exec(text)?.[0] ?? '');

describe.each([
  ['CustomMessage_SignUp', 'verify'],
  ['CustomMessage_ResendCode', 'verify'],
  ['CustomMessage_ForgotPassword', 'reset'],
  ['CustomMessage_UpdateUserAttribute', 'email'],
  ['CustomMessage_VerifyUserAttribute', 'email'],
])('%s', (occasion, mode) => {
  const mail = accountMail(occasion, details);

  test(`leads to the page that goes on with ${mode}`, () => {
    const link = linkIn(mail?.text ?? '');
    expect(`${link.origin}${link.pathname}`).toBe('https://site.test/auth');
    expect(Object.fromEntries(link.searchParams)).toEqual({ mode });
  });

  test('keeps address and code in the fragment, which no server sees', () => {
    const link = linkIn(mail?.text ?? '');
    // Cognito puts the code in place of {####} wherever it stands, but only if it stands there unchanged.
    expect(mail?.text).toContain('&code={####}');
    expect(Object.fromEntries(new URLSearchParams(link.hash.slice(1)))).toMatchObject({
      email: 'ana+news@example.test',
    });
    expect(link.search).not.toMatch(/ana|code/);
  });

  test('shows the code also to be typed, in text and HTML', () => {
    expect(mail?.text).toContain('Your code: {####}');
    expect(mail?.html).toMatch(/>\{####\}</);
    expect(mail?.html.match(/\{####\}/g)).toHaveLength(2);
  });

  test('is short enough for Cognito, also for the longest address', () => {
    const longest = accountMail(occasion, {
      email: `${'ü'.repeat(242)}@example.test`,
      code: '{####}',
      siteUrl: `https://${'long-name.'.repeat(20)}example`,
    });
    // https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_VerificationMessageTemplateType.html
    expect(longest?.html.length).toBeLessThanOrEqual(20_000);
    expect(longest?.subject.length).toBeLessThanOrEqual(140);
  });
});

test('a code of digits makes a link that can be read back', () => {
  const link = linkIn(accountMail('CustomMessage_SignUp', { ...details, code: '123456' })?.text ?? '');
  expect(Object.fromEntries(new URLSearchParams(link.hash.slice(1)))).toEqual({
    email: 'ana+news@example.test',
    code: '123456',
  });
});

test.each(['CustomMessage_AdminCreateUser', 'CustomMessage_Authentication', ''])(
  'on the occasion %j Cognito’s own text is used',
  (occasion) => {
    expect(accountMail(occasion, details)).toBeUndefined();
  },
);
