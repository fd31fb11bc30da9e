import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect, test } from 'vitest';
import { rateLimits } from '../../../lambdas/domain/limits/rate-limits.ts';
import { callOperation, type Person, registerPerson } from '../../person.ts';
import { registerAdmin } from '../../registered-admin.ts';
import { unsubscribeLinks } from '../../unsubscribe-links.ts';
import { checkoutRequest, siteUrl } from '../site.ts';

/** Calls until the limit is exceeded. If a new hour starts, up to twice as many succeed. */
async function callUntilRefused(
  limit: number,
  call: (count: number) => Promise<Response>,
): Promise<Response> {
  for (let count = 0; count <= 2 * limit; count++) {
    const response = await call(count);
    if (response.status === 429) {
      expect(count).toBeGreaterThanOrEqual(limit);
      return response;
    }
    expect(response.status, await response.text()).toBe(200);
  }
  throw new Error(`None of ${2 * limit + 1} calls was refused.`);
}

/** Expects the time to try again in the header, in the details and in the message. */
async function expectRetryTime(response: Response): Promise<void> {
  const seconds = Number(response.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(3600);
  expect(await response.json()).toEqual({
    error: {
      status: 'resource-exhausted',
      message: expect.stringMatching(
        /^You have done this too many times\. Try again in (a minute|\d+ minutes)\.$/,
      ),
      details: { retryAfterSeconds: seconds },
    },
  });
}

const contactMessage = () =>
  JSON.stringify({
    data: { messageId: randomUUID(), name: 'Ana', email: 'ana@example.test', message: 'Hello!' },
  });
const json = { 'content-type': 'application/json' };

/** Claims to come from another address each time. */
const sendFromClaimedAddress = (count: number) => {
  const address = `198.51.100.${count}`;
  const headers = { ...json, 'x-viewer-address': address, 'x-forwarded-for': address };
  return fetch(`${siteUrl}/api/contact`, { method: 'POST', headers, body: contactMessage() });
};

test('limits contact messages, regardless of the address that the request claims', async () => {
  await expectRetryTime(await callUntilRefused(rateLimits.contact.calls, sendFromClaimedAddress));
});

// Only on Linux does the machine have more than one loopback address.
test.runIf(process.platform === 'linux')('accepts contact messages from another address', async () => {
  const { port } = new URL(siteUrl);
  const options = { host: '127.0.0.1', port, path: '/api/contact', localAddress: '127.0.0.2' };
  const outgoing = request({ ...options, method: 'POST', headers: json }).end(contactMessage());
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  expect(response.resume().statusCode).toBe(200);
});

test('limits visits with a referral link', async () => {
  const response = await callUntilRefused(rateLimits.referralImpression.calls, () =>
    callOperation(siteUrl, 'referralImpression', { data: { referralCode: 'a-friend' } }),
  );
  await expectRetryTime(response);
});

const requests = {
  feedback: () => ({ feedbackId: randomUUID(), content: 'A compass!' }),
  checkout: () => checkoutRequest,
  exportMyData: () => ({}),
};

test.each(Object.keys(requests) as (keyof typeof requests)[])('limits %s per user', async (name) => {
  const call = ({ accessToken }: Person): Promise<Response> =>
    callOperation(siteUrl, name, { token: accessToken, data: requests[name]() });
  const person = await registerPerson(siteUrl);
  await expectRetryTime(await callUntilRefused(rateLimits[name].calls, () => call(person)));
  expect((await call(await registerPerson(siteUrl))).status).toBe(200);
});

test('limits unsubscribing per user, with one limit for the page and email clients', async () => {
  const links = await unsubscribeLinks(siteUrl, await registerAdmin(siteUrl));
  const token = links.group.split('#token=')[1];
  const response = await callUntilRefused(rateLimits.unsubscribe.calls, (count) =>
    count % 2
      ? fetch(links.oneClick, { method: 'POST', body: 'List-Unsubscribe=One-Click' })
      : callOperation(siteUrl, 'unsubscribe', { data: { token } }),
  );
  await expectRetryTime(response);
});
