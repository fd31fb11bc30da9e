import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { expect, test, vi } from 'vitest';

vi.stubEnv('SITE_URL', 'https://site.test');
const { handler } = await import('./handler.ts');

const eventFor = (triggerSource: string) =>
  ({
    triggerSource,
    request: { codeParameter: '{####}', userAttributes: { email: 'ana@example.test' } },
    response: { smsMessage: null, emailMessage: null, emailSubject: null },
  }) as unknown as CustomMessageTriggerEvent;

test.each([
  ['CustomMessage_SignUp', 'verify'],
  ['CustomMessage_ForgotPassword', 'reset'],
])('%s gets our mail, with {####} in the link and to be typed', async (occasion, mode) => {
  const event = eventFor(occasion);
  const answer = await handler(event);
  expect(answer).toBe(event);
  expect(answer.response.emailSubject).toBeTruthy();
  expect(answer.response.emailMessage).toContain(
    `href="https://site.test/auth?mode=${mode}#email=ana%40example.test&amp;code={####}"`,
  );
  expect(answer.response.emailMessage).toContain('>{####}<');
});

test('another occasion is left to Cognito', async () => {
  const event = eventFor('CustomMessage_Authentication');
  expect(await handler(structuredClone(event))).toEqual(event);
});
