import { type ErrorCode, errorCodeOfStatus, httpStatusOfError } from '../../../contract/operations/errors.ts';
import type { RequestOf, ResponseOf } from '../../../contract/operations/operations.ts';
import { needsToken, type Route } from '../../../contract/operations/route.ts';
import { type SiteOperationName, siteRoutes } from '../../../contract/operations/site-routes.ts';
import { ApiError } from './api-error.ts';
import { ChunkLoadError } from './load-chunk.ts';
import { loadIdentityProvider } from './load-identity-provider.ts';

const timeoutSeconds = 70;

type NoFields = Record<never, never>;

/** The value and its version. The version lets the caller request only newer values. */
export interface Reading<Result> {
  result: Result;
  version: string | null;
}

type ReadName = {
  [Name in SiteOperationName]: (typeof siteRoutes)[Name]['method'] extends 'GET' ? Name : never;
}[SiteOperationName];

/**
 * Calls an operation of the API and returns its result. Throws `ApiError` for every failure,
 * `unauthenticated` if the operation needs a sign-in and there is none.
 */
export function callApi<Name extends SiteOperationName>(
  name: Name,
  ...[data]: NoFields extends RequestOf<Name> ? [data?: RequestOf<Name>] : [data: RequestOf<Name>]
): Promise<ResponseOf<Name>> {
  return callRoute<ResponseOf<Name>>(siteRoutes[name], data);
}

/**
 * Like `callApi`, but null when `knownVersion` is still the newest: the server then responds with
 * 304, without a body.
 */
export function readIfChanged<Name extends ReadName>(
  name: Name,
  knownVersion: string | null,
): Promise<Reading<ResponseOf<Name>> | null> {
  return call(siteRoutes[name], {
    knownVersion,
    read: (response, text) =>
      knownVersion && response.status === 304
        ? null
        : { result: resultOf<ResponseOf<Name>>(response, text), version: response.headers.get('ETag') },
  });
}

/** Like `callApi`, for operations outside of its table. */
export function callRoute<Result>(route: Route, data: unknown): Promise<Result> {
  return call(route, { data, read: resultOf<Result> });
}

interface Request<Result> {
  data?: unknown;
  knownVersion?: string | null;
  read: (response: Response, text: string) => Result;
}

async function call<Result>(route: Route, request: Request<Result>): Promise<Result> {
  if (!needsToken(route.caller)) return send(route, request);

  const token = await accessToken();
  try {
    return await send(route, request, token);
  } catch (error) {
    if (!isUnauthenticated(error)) throw error;
  }
  // The token may have been revoked or have expired: retry once with a new one.
  const renewedToken = await accessToken({ forceRefresh: true });
  try {
    return await send(route, request, renewedToken);
  } catch (error) {
    if (isUnauthenticated(error)) await signOut();
    throw error;
  }
}

async function accessToken(options?: { forceRefresh: boolean }): Promise<string> {
  const token = await loadIdentityProvider()
    .then((identity) => identity.accessToken(options))
    .catch((cause: unknown) => {
      if (cause instanceof ChunkLoadError) throw cause;
      throw new ApiError('unavailable', messageOfCode.unavailable, { cause });
    });
  if (!token) throw new ApiError('unauthenticated', messageOfCode.unauthenticated);
  return token;
}

async function signOut(): Promise<void> {
  const identity = await loadIdentityProvider();
  await identity.signOut();
}

async function send<Result>(
  route: Route,
  { data, knownVersion, read }: Request<Result>,
  token?: string,
): Promise<Result> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutSeconds * 1000);
  try {
    const response = await fetch(route.path, {
      method: route.method,
      headers: {
        ...(route.method === 'POST' && { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(knownVersion && { 'If-None-Match': knownVersion }),
      },
      body: route.method === 'POST' ? JSON.stringify({ data: data ?? {} }) : null,
      signal: timeout.signal,
    });
    return read(response, await response.text());
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    const code = timeout.signal.aborted ? 'deadline-exceeded' : 'unavailable';
    throw new ApiError(code, messageOfCode[code], { cause });
  } finally {
    clearTimeout(timer);
  }
}

function resultOf<Result>(response: Response, text: string): Result {
  const body = parseObject(text);
  const failure = body && failureOf(body);
  if (failure) throw failure;
  if (!response.ok) {
    // The gateway or the CDN responded instead of the API, in another format.
    const code = errorCodeOfStatus(response.status);
    throw new ApiError(code, messageOfCode[code]);
  }
  if (!body) throw new ApiError('internal', 'Response is not valid JSON object');
  if ('result' in body) return body.result as Result;
  if ('data' in body) return body.data as Result;
  throw new ApiError('internal', 'Response is missing data field');
}

function failureOf({ error }: Record<string, unknown>): ApiError | null {
  if (typeof error !== 'object' || error === null) return null;
  const { status, message, details } = error as Record<string, unknown>;
  const code = isErrorCode(status) ? status : 'unknown';
  return new ApiError(code, typeof message === 'string' ? message : messageOfCode[code], { details });
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function isErrorCode(status: unknown): status is ErrorCode {
  return typeof status === 'string' && Object.hasOwn(httpStatusOfError, status);
}

function isUnauthenticated(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unauthenticated';
}

/** For failures without a sentence from the server. */
const messageOfCode: Record<ErrorCode, string> = {
  'invalid-argument': 'The server did not understand the request.',
  unauthenticated: 'Please log in to continue.',
  'permission-denied': 'Your account is not allowed to do this.',
  'not-found': 'The requested item does not exist.',
  aborted: 'This was already done, or something else changed in between.',
  'resource-exhausted': 'Too many requests. Please wait a moment and try again.',
  cancelled: 'The request was cancelled.',
  internal: 'Something went wrong on our side. Please try again.',
  unimplemented: 'The server does not know this request.',
  unavailable: 'The server could not be reached. Check your connection and try again.',
  'deadline-exceeded': 'The server took too long to respond. Please try again.',
  unknown: 'Something went wrong. Please try again.',
};
