import {
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { Readable, type Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createBrotliCompress, createGzip, constants as zlib } from 'node:zlib';
import { GetObjectCommand, type S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Invoke } from '../lambda/lambda-runner.ts';
import type { Behavior } from './behavior.ts';
import { type EdgeRequest, loadEdgeFunction } from './edge-function.ts';
import { newConnection } from './forward.ts';
import { checkSignedLink } from './signed-link.ts';

interface CdnOptions {
  behaviors: Behavior[];
  s3: S3Client;
  gatewayPort: number;
  /** Replaces references to secrets with their values. */
  resolveSecrets: (value: string) => string;
  /** The value of a reference to an attribute of a resource, such as `MyKey.Pem`. */
  resolveAttribute: (reference: string) => Promise<string>;
  invoke: Invoke;
}

/** A response without the response headers of the behavior. */
interface OriginAnswer {
  status: number;
  headers: Record<string, string>;
  body: Readable;
}

/** Responds like the distribution. Caches only immutable files, so that every change is visible at once. */
export function serveDistribution(options: CdnOptions): RequestListener {
  const { s3, gatewayPort, resolveSecrets, resolveAttribute, invoke } = options;
  const behaviors = options.behaviors.map((behavior) => ({
    ...behavior,
    matches: pathMatcher(behavior.pathPattern),
    runFunction: behavior.viewerRequest ? loadEdgeFunction(behavior.viewerRequest) : undefined,
  }));

  /** Immutable files by path and encoding, as sent. A page requests about two dozen of them. */
  const immutableFiles = new Map<string, { headers: OutgoingHttpHeaders; bytes: Buffer }>();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Concatenated, because the URL parser would read a host from "//host/path".
    const url = new URL(`http://cdn${request.url ?? '/'}`);
    const behavior = behaviors.find(({ matches }) => matches(url.pathname));
    if (!behavior) throw new Error('The distribution has no default behavior.');
    for (const [name, value] of Object.entries(behavior.responseHeaders)) response.setHeader(name, value);
    if (!behavior.methods.includes(request.method ?? '')) {
      response
        .writeHead(403, { 'content-type': 'text/html' })
        .end('This distribution is not configured to allow the method.');
      return;
    }
    const refusal = await checkSignature(behavior, request);
    if (refusal) {
      response.writeHead(403, { 'content-type': 'text/xml' }).end(refusal);
      return;
    }
    const edge = behavior.runFunction?.(edgeRequest(request, url), request.socket.remoteAddress);
    if (edge && 'statusCode' in edge) {
      for (const [name, { value }] of Object.entries(edge.headers ?? {})) response.setHeader(name, value);
      response.writeHead(edge.statusCode).end(edge.body?.data);
      return;
    }
    const path = edge?.uri ?? url.pathname;
    replaceHeaders(request, edge?.headers);
    const key = 'bucket' in behavior.origin ? cacheKey(request, behavior.origin.bucket, path) : undefined;
    const cached = key && immutableFiles.get(key);
    if (cached) {
      response.writeHead(200, cached.headers).end(cached.bytes);
      return;
    }
    const answer = await askOrigin(behavior, request, path, url.search);
    const sent = await send(request, response, (await fallBack(behavior, answer, path)) ?? answer);
    if (key && sent) immutableFiles.set(key, { headers: response.getHeaders(), bytes: sent });
  }

  /** @returns CloudFront's response to a link that it does not accept */
  async function checkSignature({ trustedKeys }: Behavior, request: IncomingMessage) {
    if (!trustedKeys) return undefined;
    const { host = '' } = request.headers;
    const refusal = await checkSignedLink({
      url: `http://${host}${request.url}`,
      publicKeyOf: (id) => (trustedKeys[id] === undefined ? undefined : resolveAttribute(trustedKeys[id])),
      now: new Date(),
    });
    return (
      refusal &&
      `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${refusal.code}</Code><Message>${refusal.message}</Message></Error>`
    );
  }

  function askOrigin(
    { origin, forwardedQuery }: Behavior,
    request: IncomingMessage,
    path: string,
    query: string,
  ) {
    if ('bucket' in origin) {
      const asked = new URLSearchParams(query);
      const forwarded = forwardedQuery.flatMap((name) => {
        const value = asked.get(name);
        return value === null ? [] : [[name, value]];
      });
      return readObject(s3, origin.bucket, path, request.headers.range, Object.fromEntries(forwarded));
    }
    for (const [name, value] of Object.entries(origin.apiHeaders))
      request.headers[name] = resolveSecrets(value);
    return forward(gatewayPort, request, `${path}${query}`);
  }

  /** The response of the second origin of an origin group: a function URL, which gets payload format 2.0. */
  async function fallBack(
    { fallback }: Behavior,
    { status, body }: OriginAnswer,
    path: string,
  ): Promise<OriginAnswer | undefined> {
    if (!fallback?.statuses.includes(status)) return undefined;
    body.destroy();
    const event = { version: '2.0', rawPath: path, requestContext: { http: { method: 'GET', path } } };
    const answer = (await invoke(fallback.functionId, event)) as APIGatewayProxyStructuredResultV2;
    const bytes = Buffer.from(answer.body ?? '');
    const headers = { ...(answer.headers as Record<string, string>), 'content-length': String(bytes.length) };
    return { status: answer.statusCode ?? 200, headers, body: Readable.from([bytes]) };
  }

  return (request, response) => {
    handle(request, response).catch((error: Error) => {
      // The client disconnected, or the origin failed in the middle of the body.
      if (response.headersSent) response.destroy();
      else
        response
          .writeHead(502, { 'content-type': 'text/plain' })
          .end(`The origin did not answer: ${error.message}`);
    });
  };
}

/** `*` matches any number of characters, as in `/api/*`. */
function pathMatcher(pattern: string): (path: string) => boolean {
  const expression = pattern.split('*').map((text) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const regExp = new RegExp(`^${expression.join('.*')}$`);
  return (path) => regExp.test(path);
}

function edgeRequest(request: IncomingMessage, url: URL) {
  const headers = Object.entries(request.headers).map(([name, value]) => [
    name,
    { value: [value].flat().join(',') },
  ]);
  // CloudFront does not decode query parameters, and lists repeated ones in multiValue.
  const query: EdgeRequest['querystring'] = {};
  for (const parameter of url.search.slice(1).split('&').filter(Boolean)) {
    const [name = '', ...rest] = parameter.split('=');
    const value = rest.join('=');
    const known = query[name];
    query[name] = known
      ? { value: known.value, multiValue: [...(known.multiValue ?? [{ value: known.value }]), { value }] }
      : { value };
  }
  return {
    method: request.method ?? 'GET',
    uri: url.pathname,
    headers: Object.fromEntries(headers),
    querystring: query,
    cookies: {},
  };
}

/** The origin gets the headers that the viewer-request function returned. */
function replaceHeaders(request: IncomingMessage, headers: EdgeRequest['headers'] = {}): void {
  for (const [name, { value }] of Object.entries(headers)) request.headers[name] = value;
}

async function readObject(
  s3: S3Client,
  bucket: string,
  path: string,
  range: string | undefined,
  query: Record<string, string>,
): Promise<OriginAnswer> {
  try {
    const key = decodeURIComponent(path.slice(1));
    const object = await s3.send(
      new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ...(range ? { Range: range } : {}),
        VersionId: query.versionId,
        ResponseContentDisposition: query['response-content-disposition'],
      }),
    );
    const headers = {
      'content-type': object.ContentType,
      'content-disposition': object.ContentDisposition,
      'content-encoding': object.ContentEncoding,
      'cache-control': object.CacheControl,
      'content-length': object.ContentLength?.toString(),
      'content-range': object.ContentRange,
      'accept-ranges': 'bytes',
      etag: object.ETag,
      'last-modified': object.LastModified?.toUTCString(),
    };
    return {
      status: object.$metadata.httpStatusCode ?? 200,
      headers: Object.fromEntries(
        Object.entries(headers).filter((header): header is [string, string] => !!header[1]),
      ),
      body: object.Body as Readable,
    };
  } catch (error) {
    if (!(error instanceof S3ServiceException) && !(error instanceof URIError)) throw error;
    const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 500) : 400;
    return {
      status,
      headers: { 'content-type': 'application/xml' },
      body: Readable.from(`<Error><Code>${error.name}</Code></Error>`),
    };
  }
}

function forward(port: number, request: IncomingMessage, path: string): Promise<OriginAnswer> {
  return new Promise((resolve, reject) => {
    const headers = { ...request.headers, 'x-forwarded-for': request.socket.remoteAddress ?? '127.0.0.1' };
    const outgoing = httpRequest(
      { ...newConnection, port, method: request.method, path, headers },
      (answer) => {
        const {
          connection,
          'keep-alive': keepAlive,
          'transfer-encoding': encoding,
          ...rest
        } = answer.headers;
        const kept = Object.entries(rest).map(([name, value]) => [name, String(value)]);
        resolve({ status: answer.statusCode ?? 502, headers: Object.fromEntries(kept), body: answer });
      },
    );
    outgoing.once('error', reject);
    request.pipe(outgoing);
  });
}

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/ServingCompressedFiles.html */
const compressible = /^(text\/|application\/(javascript|json|xml|manifest\+json)|image\/svg\+xml)/;
const minCompressedBytes = 1000;

/** @returns undefined for a request whose answer is not the whole file */
function cacheKey({ method, headers }: IncomingMessage, bucket: string, path: string): string | undefined {
  if (method !== 'GET' || headers.range !== undefined || headers['if-none-match'] !== undefined)
    return undefined;
  return `${bucket}${path} ${headers['accept-encoding'] ?? ''}`;
}

/** @returns the bytes that were sent, if the file is immutable */
async function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: OriginAnswer,
): Promise<Buffer | undefined> {
  const { status, headers, body } = answer;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (status === 200 && headers.etag && request.headers['if-none-match'] === headers.etag) {
    body.destroy();
    response.removeHeader('content-length');
    response.writeHead(304).end();
    return undefined;
  }
  const compress = compressor(request, status, headers);
  if (compress) {
    response.removeHeader('content-length');
    response.setHeader('content-encoding', compress.encoding);
    response.setHeader('vary', 'accept-encoding');
  }
  const encoder = compress?.create();
  if (request.method === 'GET' && status === 200 && headers['cache-control']?.includes('immutable')) {
    const bytes = await (encoder ? pipeline(body, encoder, buffer) : buffer(body));
    response.writeHead(200).end(bytes);
    return bytes;
  }
  response.writeHead(status);
  if (request.method === 'HEAD') {
    body.destroy();
    response.end();
  } else if (encoder) await pipeline(body, encoder, response);
  else await pipeline(body, response);
  return undefined;
}

function compressor(
  request: IncomingMessage,
  status: number,
  headers: Record<string, string>,
): { encoding: string; create: () => Transform } | undefined {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const fits =
    compressible.test(headers['content-type'] ?? '') &&
    Number(headers['content-length']) >= minCompressedBytes &&
    headers['content-encoding'] === undefined;
  if (!fits || status === 206) return undefined;
  // AWS does not document the quality of CloudFront. 5 is common for compression on the fly.
  const brotli = () => createBrotliCompress({ params: { [zlib.BROTLI_PARAM_QUALITY]: 5 } });
  if (/\bbr\b/.test(accepted)) return { encoding: 'br', create: brotli };
  return /\bgzip\b/.test(accepted) ? { encoding: 'gzip', create: () => createGzip() } : undefined;
}
