import type { IncomingMessage } from 'node:http';
import { STSClient } from '@aws-sdk/client-sts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Listening, listen } from '../../../local/server/listen.ts';
import { checkAccountPlan } from './check-account-plan.ts';
import type { Finding } from './finding.ts';
import { finding } from './test-finding.ts';

let api: Listening;
let answer: { status: number; body: object };
let asked: IncomingMessage;
beforeEach(async () => {
  api = await listen((request, response) => {
    asked = request;
    response.writeHead(answer.status).end(JSON.stringify(answer.body));
  }, 0);
});
afterEach(() => api.close());

const sts = new STSClient({ credentials: { accessKeyId: 'id', secretAccessKey: 'secret' } });
const check = (body: object, status = 200) => {
  answer = { status, body };
  return checkAccountPlan(sts, api.endpoint);
};
const free = { accountId: '123456789012', accountPlanType: 'FREE', accountPlanStatus: 'ACTIVE' };

test.each<[string, object, Finding['outcome'], RegExp]>([
  ['the Paid plan', { ...free, accountPlanType: 'PAID' }, 'ok', /does not close/],
  ['the Free plan', free, 'warning', /closes the account after six months/],
  [
    'the Free plan with a date',
    { ...free, accountPlanExpirationDate: '2027-05-01T00:00:00Z' },
    'warning',
    /closes the account on 2027-05-01/,
  ],
  ['an ended Free plan', { ...free, accountPlanStatus: 'EXPIRED' }, 'problem', /has ended/],
])('reports %s', async (_, body, outcome, words) => {
  expect(await check(body)).toMatchObject(finding(outcome, words));
});

test('accepts an account without a plan', async () => {
  const missing = { __type: 'com.amazonaws.freetier#ResourceNotFoundException', message: 'No.' };
  expect(await check(missing, 400)).toMatchObject({ outcome: 'ok' });
});

test('does not report a plan that it may not read', async () => {
  const denied = { __type: 'com.amazonaws.freetier#AccessDeniedException', message: 'Not authorized.' };
  await expect(check(denied, 400)).rejects.toMatchObject({
    name: 'AccessDeniedException',
    message: 'Not authorized.',
  });
});

test('signs the request as the API requires', async () => {
  await check(free);
  expect(asked.headers).toMatchObject({
    'x-amz-target': 'AWSFreeTierService.GetAccountPlanState',
    authorization: expect.stringMatching(
      /^AWS4-HMAC-SHA256 Credential=id\/\d{8}\/us-east-1\/freetier\/aws4_request, /,
    ),
  });
});
