import { describe, expect, test } from 'vitest';
import { accountMail } from './account-mail.ts';

const details = {
  email: 'ana+news@example.test',
  code: '123456',
  endToken: 'a.b',
  siteUrl: 'https://site.test',
};
const linkIn = (text: string) => new URL(/https:\/\/\S+/.exec(text)?.[0] ?? '');

describe.each([
  ['CustomEmailSender_SignUp', 'verify'],
  ['CustomEmailSender_ResendCode', 'verify'],
  ['CustomEmailSender_ForgotPassword', 'reset'],
  ['CustomEmailSender_UpdateUserAttribute', 'email'],
  ['CustomEmailSender_VerifyUserAttribute', 'email'],
])('%s', (triggerSource, mode) => {
  const mail = accountMail(triggerSource, details);

  test(`links to the page in the mode ${mode}`, () => {
    const link = linkIn(mail?.text ?? '');
    expect(`${link.origin}${link.pathname}`).toBe('https://site.test/auth');
    expect(Object.fromEntries(link.searchParams)).toEqual({ mode });
  });

  test('has address and code in the fragment, which no server sees', () => {
    const link = linkIn(mail?.text ?? '');
    expect(Object.fromEntries(new URLSearchParams(link.hash.slice(1)))).toEqual({
      email: 'ana+news@example.test',
      code: '123456',
      ...(mode === 'verify' ? { end: 'a.b' } : {}),
    });
    expect(link.search).not.toMatch(/ana|123456/);
  });

  test('also shows the code to type, in text and HTML', () => {
    expect(mail?.text).toContain('Your code: 123456');
    expect(mail?.html).toMatch(/>123456</);
    expect(mail?.html.match(/123456/g)).toHaveLength(2);
  });
});

test.each(['CustomEmailSender_AdminCreateUser', 'CustomEmailSender_Authentication', ''])(
  'returns undefined for the trigger source %j',
  (triggerSource) => {
    expect(accountMail(triggerSource, details)).toBeUndefined();
  },
);
