import { createHash } from 'node:crypto';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Operation } from '../../contract/operations/define-operation.ts';
import { type ErrorBody, httpStatusOfError } from '../../contract/operations/errors.ts';
import { needsToken, type Route } from '../../contract/operations/route.ts';
import type * as z from '../../contract/zod.ts';
import { AppError } from './app-error.ts';
import { type Caller, readCaller, requireAdmin } from './caller.ts';
import { describeError, logger } from './logger.ts';
import { originVerification } from './origin-verification.ts';
import { followRequest } from './request-id.ts';
import type { Sender } from './viewer-network.ts';

/** The arguments of a handler: the caller and the request. */
export interface Call<Op extends Operation> {
  data: z.output<Op['request']>;
  /** Set only for operations of signed-in users, the team included. */
  caller: CallerOf<Op['caller']>;
  /** Where the request comes from. */
  sender: Sender;
  now: Date;
  /** It contains the time that the function has left. */
  context: Context;
}

type CallerOf<Who extends Route['caller']> = Who extends 'user' | 'admin' ? Caller : undefined;

export type HttpHandler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

/**
 * Turns a domain function into the Lambda handler of an operation in the callable envelope: `{"data": ...}` in,
 * `{"result": ...}` or `{"error": {status, message, details?}}` out.
 */
export function serve<Op extends Operation>(
  operation: Op,
  act: (call: Call<Op>) => Promise<Required<Op>['response']>,
): HttpHandler {
  return answer(async (request, context) => {
    const now = new Date();
    const caller = needsToken(operation.caller) ? readCaller(request) : undefined;
    if (caller && operation.caller === 'admin') requireAdmin(caller, now);
    const data = parseData(operation, request);
    return {
      result: await act({ data, caller: caller as CallerOf<Op['caller']>, sender: request, now, context }),
    };
  });
}

/** Answers a request with JSON. An AppError becomes its status, any other error `internal`. */
export function answer(
  act: (request: APIGatewayProxyEventV2, context: Context) => Promise<object>,
): HttpHandler {
  return handle(async (request, context) => withVersion(request, json(200, await act(request, context))));
}

/** Redirects to the address that the function returns; the answer is not cached. */
export function redirect(find: (request: APIGatewayProxyEventV2) => Promise<string>): HttpHandler {
  return handle(async (request) => ({
    statusCode: 302,
    headers: { location: await find(request), 'cache-control': 'no-store' },
  }));
}

/** Every answer contains the id of its request, as the logs do, so that a person who reports a problem can name it. */
function handle(
  act: (request: APIGatewayProxyEventV2, context: Context) => Promise<APIGatewayProxyStructuredResultV2>,
): HttpHandler {
  const verifyOrigin = originVerification();
  const attempt = async (request: APIGatewayProxyEventV2, context: Context) => {
    logger.appendKeys({ route: request.routeKey });
    try {
      verifyOrigin(request);
      return await act(request, context);
    } catch (error) {
      const retryAfterSeconds = retryAfterSecondsOf(error);
      return json(...describe(error), retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {});
    }
  };
  return async (request, context) => {
    const { awsRequestId } = context;
    const answer = await followRequest(awsRequestId, context, () => attempt(request, context));
    return { ...answer, headers: { ...answer.headers, 'x-request-id': awsRequestId } };
  };
}

/** The request's body as text, as it was sent. */
export function readBody(request: APIGatewayProxyEventV2): string {
  const body = request.body ?? '';
  return request.isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;
}

function parseData<Op extends Operation>(
  operation: Op,
  request: APIGatewayProxyEventV2,
): z.output<Op['request']> {
  const data = operation.method === 'GET' ? (request.queryStringParameters ?? {}) : readEnvelope(request);
  const parsed = operation.request.safeParse(data);
  if (parsed.success) return parsed.data as z.output<Op['request']>;
  const details = parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
  throw new AppError('invalid-argument', 'The request is not valid.', details);
}

/**
 * A page of another site can send a body of another type without asking: only `application/json` needs the permission of our site.
 * https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CORS#simple_requests
 */
function readEnvelope(request: APIGatewayProxyEventV2): unknown {
  if (!/^application\/json *(;|$)/i.test(request.headers['content-type'] ?? ''))
    throw new AppError('invalid-argument', 'The request needs the header "content-type: application/json".');
  let body: unknown;
  try {
    body = JSON.parse(readBody(request));
  } catch {
    throw new AppError('invalid-argument', 'The request body must be JSON.');
  }
  if (typeof body !== 'object' || body === null || !('data' in body)) {
    throw new AppError('invalid-argument', 'The request body must be an object with a data field.');
  }
  return body.data;
}

function describe(error: unknown): [httpStatus: number, body: ErrorBody] {
  if (error instanceof AppError && error.code !== 'unknown') {
    const { code, message, details } = error;
    const status = httpStatusOfError[code];
    logger[status < 500 ? 'warn' : 'error']('refused', { code, reason: message });
    return [status, { error: { status: code, message, ...(details ? { details } : {}) } }];
  }
  logger.error('failed', { error: describeError(error) });
  return [
    500,
    { error: { status: 'internal', message: 'Something went wrong on our side. Please try again.' } },
  ];
}

function json(
  statusCode: number,
  body: object,
  headers: Record<string, string> = {},
): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...headers,
    },
    body: JSON.stringify(body),
  };
}

/** Adds an ETag to a GET's answer. A caller that already has this version gets 304 without a body. */
function withVersion(
  { requestContext, headers }: APIGatewayProxyEventV2,
  { body = '', ...answer }: APIGatewayProxyStructuredResultV2,
): APIGatewayProxyStructuredResultV2 {
  if (requestContext.http?.method !== 'GET') return { ...answer, body };
  const version = `"${createHash('sha256').update(body).digest('base64url')}"`;
  const versioned = { ...answer, headers: { ...answer.headers, etag: version } };
  // A CDN that compresses an answer makes its ETag weak: W/"...".
  const known = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes(version) ? { ...versioned, statusCode: 304 } : { ...versioned, body };
}

/** When the caller may try again, in seconds, if the error says so; for the header `Retry-After`. */
function retryAfterSecondsOf(error: unknown): number | undefined {
  if (!(error instanceof AppError) || error.code !== 'resource-exhausted') return undefined;
  const { retryAfterSeconds } = (error.details ?? {}) as { retryAfterSeconds?: unknown };
  return typeof retryAfterSeconds === 'number' ? retryAfterSeconds : undefined;
}
