import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Operation } from '../../contract/operations/define-operation.ts';
import { type ErrorCode, httpStatusOfError } from '../../contract/operations/errors.ts';
import { operations } from '../../contract/operations/operations.ts';
import * as z from '../../contract/zod.ts';
import { AppError } from './app-error.ts';
import { requestId } from './request-id.ts';
import { type Call, readBody, redirect, serve } from './serve.ts';
import { fromDistribution } from './test-request.ts';

vi.hoisted(() => vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'INFO'));

const context = { functionName: 'test', awsRequestId: 'request-1' } as Context;
const token = 'eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl';

/** Everything that the function logs during a test, as CloudWatch gets it. */
let log: string;

beforeEach(() => {
  log = '';
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      log += text;
      return true;
    });
  }
  return () => vi.restoreAllMocks();
});

const open = { ...operations.referralImpression, request: z.strictObject({ text: z.string() }) } as Operation;
const forUsers = { ...open, caller: 'user' } as Operation;
const withGet = { ...open, method: 'GET' } as Operation;

function request({ headers = {}, ...fields }: Record<string, unknown> = {}): APIGatewayProxyEventV2 {
  return {
    headers: { ...fromDistribution, 'content-type': 'application/json', ...(headers as object) },
    requestContext: {},
    body: '{"data":{"text":"hello"}}',
    ...fields,
  } as never;
}

function requestOf(claims: object | undefined, fields: Record<string, unknown> = {}): APIGatewayProxyEventV2 {
  return request({ requestContext: { authorizer: claims ? { jwt: { claims } } : undefined }, ...fields });
}

async function call(operation: Operation, event: APIGatewayProxyEventV2, act = vi.fn(async () => ({}))) {
  const { statusCode, headers, body = '' } = await serve(operation, act)(event, context);
  return { statusCode, headers, body: JSON.parse(body), act };
}

/** The arguments of the domain function. */
async function received(operation: Operation, event: APIGatewayProxyEventV2) {
  const act = vi.fn(async (_: Call<Operation>) => ({}));
  const answer = await call(operation, event, act as never);
  expect(answer.statusCode).toBe(200);
  return act.mock.lastCall?.[0];
}

function failWith(error: unknown) {
  return call(
    open,
    request(),
    vi.fn(async () => {
      throw error;
    }),
  );
}

describe('the request id', () => {
  test('is in a successful answer', async () => {
    expect((await call(open, request())).headers).toMatchObject({ 'x-request-id': 'request-1' });
  });

  test('is in a failed answer and in the log', async () => {
    const { headers } = await failWith(new Error('a bug'));
    expect(headers).toMatchObject({ 'x-request-id': 'request-1' });
    expect(JSON.parse(log)).toMatchObject({ level: 'ERROR', requestId: 'request-1' });
  });

  test('is in the events that follow', async () => {
    let seen: string | undefined;
    await call(
      open,
      request(),
      vi.fn(async () => {
        seen = requestId();
        return {};
      }),
    );
    expect(seen).toBe('request-1');
    expect(requestId()).toBeUndefined();
  });
});

describe('the callable envelope', () => {
  test('takes data and returns a result, as JSON that no cache may store', async () => {
    const act = vi.fn(async () => ({ answer: 42 }));
    const answer = await call(open, request(), act);
    expect(act).toHaveBeenCalledWith(expect.objectContaining({ data: { text: 'hello' } }));
    expect(answer).toMatchObject({
      statusCode: 200,
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    });
    expect(answer.body).toEqual({ result: { answer: 42 } });
  });

  test('is read from a base64 body too', async () => {
    const body = Buffer.from('{"data":{"text":"Grüße"}}').toString('base64');
    expect(await received(open, request({ body, isBase64Encoded: true }))).toMatchObject({
      data: { text: 'Grüße' },
    });
  });

  test('is not required for a GET, whose data is the query', async () => {
    const event = request({ body: undefined, queryStringParameters: { text: 'from the query' } });
    expect(await received(withGet, event)).toMatchObject({ data: { text: 'from the query' } });
  });

  test('is empty for a GET without a query', async () => {
    const nothing = { ...withGet, request: z.strictObject({}) } as Operation;
    expect(await received(nothing, request({ body: undefined }))).toMatchObject({ data: {} });
  });

  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['not JSON', '{"data":'],
    ['a text', '"data"'],
    ['null', 'null'],
    ['a list', '[{"data":{}}]'],
    ['without data', '{"text":"hello"}'],
  ])('rejects a body that is %s as an invalid argument', async (_, body) => {
    const answer = await call(open, request({ body }));
    expect(answer.statusCode).toBe(400);
    expect(answer.body.error).toMatchObject({ status: 'invalid-argument', message: expect.any(String) });
    expect(answer.act).not.toHaveBeenCalled();
  });

  test.each(['application/json; charset=utf-8', 'Application/JSON'])('is read from %s', async (type) => {
    expect(await received(open, request({ headers: { 'content-type': type } }))).toMatchObject({
      data: { text: 'hello' },
    });
  });

  test.each([
    undefined,
    '',
    'text/plain',
    'text/plain;application/json',
    'application/json-seq',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ])('is refused as %s, which a page of another site may send', async (type) => {
    const { statusCode, body, act } = await call(open, request({ headers: { 'content-type': type } }));
    expect(statusCode).toBe(400);
    expect(body).toEqual({
      error: {
        status: 'invalid-argument',
        message: 'The request needs the header "content-type: application/json".',
      },
    });
    expect(act).not.toHaveBeenCalled();
  });

  test('reports which fields are wrong, without their values', async () => {
    const answer = await call(open, request({ body: '{"data":{"text":90125,"more":"secret"}}' }));
    expect(answer.statusCode).toBe(400);
    expect(answer.body.error.details).toContainEqual({ field: 'text', message: expect.any(String) });
    expect(JSON.stringify(answer.body)).not.toMatch(/90125|secret/);
  });
});

describe('errors', () => {
  test.each(Object.entries(httpStatusOfError))('answer %s with status %i', async (code, httpStatus) => {
    const answer = await failWith(new AppError(code as ErrorCode, 'A sentence for people.'));
    expect(answer.statusCode).toBe(httpStatus);
    expect(answer.body).toEqual({ error: { status: code, message: 'A sentence for people.' } });
  });

  test('include their details', async () => {
    const answer = await failWith(new AppError('aborted', 'No.', { retry: false }));
    expect(answer.body.error).toEqual({ status: 'aborted', message: 'No.', details: { retry: false } });
  });

  test.each([
    ['an error', new Error('table Users-7F3A of account 123456789012 is gone')],
    ['an error with a code of its own', Object.assign(new Error('Users-7F3A'), { code: 'not-found' })],
    ['an AppError without a status', new AppError('unknown', 'Users-7F3A')],
    ['a text', 'Users-7F3A'],
    ['nothing', undefined],
  ])('hide %s that was not foreseen behind a fixed text', async (_, error) => {
    const answer = await failWith(error);
    expect(answer.statusCode).toBe(500);
    expect(answer.body).toEqual({
      error: { status: 'internal', message: 'Something went wrong on our side. Please try again.' },
    });
  });

  test('are logged at error if they are ours, and at warn if they are the caller’s', async () => {
    await failWith(new Error('a bug'));
    expect(JSON.parse(log)).toMatchObject({ level: 'ERROR', error: { message: 'a bug' } });
    log = '';
    await failWith(new AppError('not-found', 'There is no such thing.'));
    expect(JSON.parse(log)).toMatchObject({ level: 'WARN', code: 'not-found' });
  });
});

describe('a request that bypasses CloudFront', () => {
  const detour = { headers: { 'x-distribution-secret': 'a guess' } };

  test('is rejected before anything else is checked', async () => {
    const answer = await call(forUsers, request({ ...detour, body: 'not JSON' }));
    expect(answer.statusCode).toBe(403);
    expect(answer.body.error).toMatchObject({ status: 'permission-denied' });
    expect(answer.act).not.toHaveBeenCalled();
    expect(JSON.parse(log)).toMatchObject({ level: 'WARN', code: 'permission-denied' });
    expect(log).not.toContain('a guess');
  });

  test('is not redirected either', async () => {
    const find = vi.fn(async () => 'https://builds.example');
    const answer = await redirect(find)(request(detour), context);
    expect(answer.statusCode).toBe(403);
    expect(find).not.toHaveBeenCalled();
  });
});

describe('callers', () => {
  const claims = { sub: 'user-1', token_use: 'access', auth_time: '1756720800' };

  test('are the owners of access tokens', async () => {
    const event = requestOf(
      { ...claims, 'cognito:groups': '[paid vip]' },
      { headers: { authorization: `Bearer ${token}` } },
    );
    expect((await received(forUsers, event))?.caller).toEqual({
      userId: 'user-1',
      groups: ['vip', 'paid'],
      accessToken: token,
      signedInAt: new Date('2025-09-01T10:00:00Z'),
    });
  });

  test.each([
    ['a request without claims', undefined],
    ['an ID token', { ...claims, token_use: 'id' }],
    ['a token without a use', { sub: 'user-1' }],
    ['a token without a user', { token_use: 'access' }],
  ])('are unauthenticated with %s, before anything else is checked', async (_, owner) => {
    const answer = await call(forUsers, requestOf(owner, { body: 'not JSON' }));
    expect(answer.statusCode).toBe(401);
    expect(answer.body.error).toMatchObject({ status: 'unauthenticated' });
    expect(answer.act).not.toHaveBeenCalled();
  });

  test('are unknown to a public operation, whatever token they send', async () => {
    expect((await received(open, requestOf(claims)))?.caller).toBeUndefined();
  });
});

test('logs nothing personal, whether the call succeeds, is rejected or fails', async () => {
  const headers = { authorization: `Bearer ${token}`, cookie: 'session=abc' };
  const claims = { sub: 'user-1', token_use: 'access', email: 'ana@example.test' };
  const event = (text: unknown) =>
    requestOf(claims, { headers, body: JSON.stringify({ data: { text } }), rawQueryString: 'code=123456' });
  const failing = (error: Error) =>
    vi.fn(async () => {
      throw error;
    });

  await call(forUsers, event('ana@example.test'));
  await call(forUsers, event({ email: 'ana@example.test' }));
  await call(
    forUsers,
    event('ana@example.test'),
    failing(new AppError('aborted', 'No.', 'ana@example.test')),
  );
  await call(forUsers, event('ana@example.test'), failing(new Error('a bug')));

  expect(log).toContain('a bug');
  expect(log).not.toMatch(/ana@example|eyJ|session=|123456|"data"/);
});

test('reads a body byte for byte, because some are signed', () => {
  const body = '{ "a":1,\r\n\t"b":"ü" }\n';
  expect(readBody(request({ body }))).toBe(body);
  const base64 = Buffer.from(body).toString('base64');
  expect(readBody(request({ body: base64, isBase64Encoded: true }))).toBe(body);
});

describe('the answer to a GET', () => {
  const nothing = { ...withGet, request: z.strictObject({}) } as Operation;
  const get = (headers: Record<string, string>, result: object = { name: 'Ana' }) =>
    serve(
      nothing,
      vi.fn(async () => result),
    )(request({ body: undefined, headers, requestContext: { http: { method: 'GET' } } }), context);

  test('has a version, and is 304 without a body for a caller that has this version', async () => {
    const first = await get({});
    const etag = String(first.headers?.etag);
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await get({ 'if-none-match': known });
      expect(again).toMatchObject({ statusCode: 304, headers: { etag } });
      expect(again.body).toBeUndefined();
    }
  });

  test('is complete when it has changed', async () => {
    const etag = String((await get({})).headers?.etag);
    const changed = await get({ 'if-none-match': etag }, { name: 'Bea' });
    expect(changed).toMatchObject({ statusCode: 200, body: '{"result":{"name":"Bea"}}' });
    expect(changed.headers?.etag).not.toBe(etag);
  });
});

test('tells a caller that exceeds a limit when to try again', async () => {
  const answer = await failWith(new AppError('resource-exhausted', 'Later.', { retryAfterSeconds: 90 }));
  expect(answer).toMatchObject({ statusCode: 429, headers: { 'retry-after': '90' } });
  expect(answer.body.error.details).toEqual({ retryAfterSeconds: 90 });
});
