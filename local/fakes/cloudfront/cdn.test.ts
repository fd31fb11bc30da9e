import { generateKeyPairSync, sign } from 'node:crypto';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Listening, listen } from '../../server/listen.ts';
import { readBody } from '../../server/read-body.ts';
import type { Behavior } from './behavior.ts';
import { serveDistribution } from './cdn.ts';

const page = '<p>Hello.</p>'.repeat(100);
const objects: Record<
  string,
  { contentType: string; body: string; cacheControl?: string; encoding?: string }
> = {
  'site/index.html': { contentType: 'text/html; charset=utf-8', body: page },
  'site/pricing/index.html': { contentType: 'text/html; charset=utf-8', body: 'pricing' },
  'site/small.js': { contentType: 'text/javascript', body: 'x'.repeat(999) },
  'site/photo.avif': { contentType: 'image/avif', body: 'x'.repeat(5000) },
  'site/café.txt': { contentType: 'text/plain', body: 'café' },
  'site/assets/site-1.js': {
    contentType: 'text/javascript',
    body: 'site();'.repeat(300),
    cacheControl: 'public, max-age=31536000, immutable',
  },
  'site/assets/compressed.js': {
    contentType: 'text/javascript',
    body: 'c'.repeat(2000),
    encoding: 'br',
  },
  'builds/releases/app.zip': { contentType: 'application/zip', body: 'a build' },
  'media/map.svg': { contentType: 'image/svg+xml', body: 'x'.repeat(1000) },
};
const etag = '"etag"';
const lastModified = new Date('2025-09-01T10:00:00Z');

const s3 = mockClient(S3Client);
s3.on(GetObjectCommand).callsFake(async ({ Bucket, Key, Range }) => {
  const object = objects[`${Bucket}/${Key}`];
  if (!object) throw new NoSuchKey({ message: 'No such key.', $metadata: { httpStatusCode: 404 } });
  const whole = Buffer.from(object.body);
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(Range ?? '') ?? [];
  const body = from ? whole.subarray(Number(from), Number(to) + 1) : whole;
  return {
    $metadata: { httpStatusCode: from ? 206 : 200 },
    ContentType: object.contentType,
    CacheControl: object.cacheControl ?? 'public, max-age=60',
    ContentEncoding: object.encoding,
    ContentLength: body.length,
    ...(from ? { ContentRange: `bytes ${from}-${to}/${whole.length}` } : {}),
    ETag: etag,
    LastModified: lastModified,
    Body: Readable.from(body.length > 0 ? [body] : []),
  };
});

const get = ['GET', 'HEAD'];
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const fallback = { statuses: [404], functionId: 'MissingPage' };
const behaviors: Behavior[] = [
  {
    pathPattern: '/api/*',
    origin: {
      apiHeaders: { 'x-distribution-secret': '{{resolve:secretsmanager:arn:edge:SecretString:::}}' },
    },
    methods: [...get, 'POST'],
    forwardedQuery: [],
    responseHeaders: { 'x-behavior': 'api' },
    viewerRequest: `function handler(event) {
      return event.request.headers['x-refuse']
        ? { statusCode: 401, headers: { 'content-type': { value: 'application/json' } }, body: { data: '{"no":1}' } }
        : event.request;
    }`,
  },
  {
    pathPattern: '/media/*',
    origin: { bucket: 'media' },
    fallback,
    methods: get,
    forwardedQuery: [],
    responseHeaders: { 'x-behavior': 'media' },
    viewerRequest: `function handler({ request }) {
      request.uri = request.uri.replace('/media', '');
      return request;
    }`,
  },
  {
    pathPattern: '/releases/*',
    origin: { bucket: 'builds' },
    methods: get,
    forwardedQuery: ['versionId', 'response-content-disposition'],
    trustedKeys: { K1: 'ReadKey1.Pem' },
    responseHeaders: { 'x-behavior': 'builds' },
  },
  {
    pathPattern: '*',
    origin: { bucket: 'site' },
    fallback,
    methods: get,
    forwardedQuery: [],
    responseHeaders: { 'x-behavior': 'site' },
    viewerRequest: `function handler({ request }) {
      if (!request.uri.includes('.')) request.uri = (request.uri + '/index.html').replace('//', '/');
      return request;
    }`,
  },
];

/** Records requests to the API, and returns the responses. */
const gatewayAnswer =
  vi.fn<(request: object) => { status: number; headers?: Record<string, string>; body: string }>();
let gateway: Listening;
let cdn: Listening;

const invoke = vi.fn(async () => ({
  statusCode: 404,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 's-maxage=60' },
  body: 'no such page',
}));

const options = () => ({
  behaviors,
  invoke,
  s3: new S3Client({}),
  gatewayPort: gateway.port,
  resolveAttribute: async (reference: string) => {
    expect(reference).toBe('ReadKey1.Pem');
    return publicKey.export({ type: 'spki', format: 'pem' }).toString();
  },
  resolveSecrets: (value: string) =>
    value.replace('{{resolve:secretsmanager:arn:edge:SecretString:::}}', 'hush'),
});

beforeAll(async () => {
  gateway = await listen(async (request, response) => {
    const { method, url, headers } = request;
    const body = (await readBody(request)).toString();
    const answer = gatewayAnswer({ method, url, headers, body });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  cdn = await listen(serveDistribution(options()));
});

afterAll(() => Promise.all([cdn.close(), gateway.close()]));

beforeEach(() => {
  gatewayAnswer.mockReset().mockReturnValue({ status: 200, body: '{}' });
});

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Unlike fetch, it does not request or undo compression. */
function ask(path: string, { method = 'GET', headers = {}, body = '' } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(`${cdn.endpoint}${path}`, { method, headers, agent: false }, (response) => {
      buffer(response).then(
        (received) => resolve({ status: response.statusCode, headers: response.headers, body: received }),
        reject,
      );
    });
    outgoing.once('error', reject).end(body);
  });
}

describe('behaviors', () => {
  test.each([
    ['/', 'site', page],
    ['/pricing', 'site', 'pricing'],
    ['/pricing?ref=friend', 'site', 'pricing'],
    ['/caf%C3%A9.txt', 'site', 'café'],
    ['/media/map.svg', 'media', 'x'.repeat(1000)],
    ['/api/me', 'api', '{}'],
    ['/apiary.html', 'site', 'no such page'],
    ['//evil.example/api/me', 'site', 'no such page'],
  ])('routes %s to the behavior of %s', async (path, behavior, body) => {
    const answer = await ask(path);
    expect(answer.headers['x-behavior']).toBe(behavior);
    expect(answer.body.toString()).toBe(body);
  });

  test('answers a file with the headers of its object', async () => {
    expect(await ask('/photo.avif')).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'image/avif',
        'content-length': '5000',
        'cache-control': 'public, max-age=60',
        'accept-ranges': 'bytes',
        'last-modified': 'Mon, 01 Sep 2025 10:00:00 GMT',
        etag,
      },
    });
  });

  test('answers 400 for a path that is not valid UTF-8', async () => {
    expect((await ask('/%E0%A4%A.txt')).status).toBe(400);
  });
});

describe('API origin', () => {
  test('receives method, query, headers and body, and the address of the client', async () => {
    const headers = { authorization: 'Bearer a.b.c', 'content-type': 'application/json' };
    await ask('/api/checkout?a=1&b=x%20y', { method: 'POST', headers, body: '{"data":{}}' });
    expect(gatewayAnswer).toHaveBeenCalledExactlyOnceWith({
      method: 'POST',
      url: '/api/checkout?a=1&b=x%20y',
      headers: expect.objectContaining({ ...headers, 'x-forwarded-for': '127.0.0.1' }),
      body: '{"data":{}}',
    });
  });

  test('receives the secret header of the distribution, not the one of the browser', async () => {
    await ask('/api/me', { headers: { 'X-Distribution-Secret': 'a guess' } });
    expect(gatewayAnswer).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ headers: expect.objectContaining({ 'x-distribution-secret': 'hush' }) }),
    );
  });

  test.each([400, 401, 403, 409, 500])('keeps the body and headers of its %i answers', async (status) => {
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
    gatewayAnswer.mockReturnValue({ status, headers, body: '{"error":{}}' });
    const answer = await ask('/api/me');
    expect(answer).toMatchObject({ status, headers: { ...headers, 'x-behavior': 'api' } });
    expect(answer.body.toString()).toBe('{"error":{}}');
  });

  test('causes a 502 when it cannot be reached', async () => {
    const nobody = await listen(() => {});
    await nobody.close();
    const alone = await listen(serveDistribution({ ...options(), gatewayPort: nobody.port }));
    const response = await fetch(`${alone.endpoint}/api/me`);
    expect(response.status).toBe(502);
    await alone.close();
  });
});

test('returns the response of a viewer-request function without calling the origin', async () => {
  const answer = await ask('/api/me', { headers: { 'x-refuse': 'yes' } });
  expect(answer).toMatchObject({
    status: 401,
    headers: { 'content-type': 'application/json', 'x-behavior': 'api' },
  });
  expect(answer.body.toString()).toBe('{"no":1}');
  expect(gatewayAnswer).not.toHaveBeenCalled();
});

test('passes the undecoded query to a viewer-request function', async () => {
  const echo: Behavior = {
    pathPattern: '*',
    origin: { bucket: 'site' },
    methods: get,
    forwardedQuery: [],
    responseHeaders: {},
    viewerRequest: `function handler({ request }) {
      return { statusCode: 200, body: { data: JSON.stringify(request.querystring) } };
    }`,
  };
  const edge = await listen(serveDistribution({ ...options(), behaviors: [echo] }));
  const response = await fetch(`${edge.endpoint}/?a=x%20y&b=1%2B1+2&c=d=e&f`);
  expect(await response.json()).toEqual({
    a: { value: 'x%20y' },
    b: { value: '1%2B1+2' },
    c: { value: 'd=e' },
    f: { value: '' },
  });
  await edge.close();
});

describe('fallback function', () => {
  test.each([
    ['/nothing.html', 'site'],
    ['/media/nothing.avif', 'media'],
  ])('answers %s, which is missing in %s', async (path, behavior) => {
    const answer = await ask(path);
    expect(answer).toMatchObject({
      status: 404,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 's-maxage=60',
        'x-behavior': behavior,
      },
    });
    expect(answer.body.toString()).toBe('no such page');
    expect(invoke).toHaveBeenLastCalledWith('MissingPage', expect.objectContaining({ version: '2.0' }));
  });

  test('answers HEAD of a missing page without a body', async () => {
    const answer = await ask('/nothing.html', { method: 'HEAD' });
    expect(answer).toMatchObject({ status: 404, headers: { 'content-length': '12' } });
    expect(answer.body).toHaveLength(0);
  });

  test('does not replace a 404 of the API', async () => {
    const body = '{"error":{"status":"not-found"}}';
    gatewayAnswer.mockReturnValue({ status: 404, body });
    const answer = await ask('/api/confirmCheckout', { method: 'POST' });
    expect(answer.status).toBe(404);
    expect(answer.body.toString()).toBe(body);
  });
});

describe('methods', () => {
  test.each([
    ['POST', '/pricing', 'site'],
    ['DELETE', '/media/map.svg', 'media'],
    ['PUT', '/api/me', 'api'],
  ])('refuses %s on %s', async (method, path, behavior) => {
    expect(await ask(path, { method })).toMatchObject({ status: 403, headers: { 'x-behavior': behavior } });
    expect(gatewayAnswer).not.toHaveBeenCalled();
  });

  test('answers HEAD with the headers of GET and no body', async () => {
    const answer = await ask('/photo.avif', { method: 'HEAD' });
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/avif', 'content-length': '5000', etag },
    });
    expect(answer.body).toHaveLength(0);
  });
});

describe('range requests', () => {
  test('returns the requested range', async () => {
    const answer = await ask('/photo.avif', { headers: { range: 'bytes=10-19' } });
    expect(answer).toMatchObject({
      status: 206,
      headers: { 'content-range': 'bytes 10-19/5000', 'content-length': '10' },
    });
    expect(answer.body).toHaveLength(10);
  });

  test('does not compress a range', async () => {
    const headers = { range: 'bytes=0-1199', 'accept-encoding': 'br, gzip' };
    const answer = await ask('/', { headers });
    expect(answer.status).toBe(206);
    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(answer.body).toHaveLength(1200);
  });
});

describe('conditional requests', () => {
  test('answers 304 for an unchanged file', async () => {
    const answer = await ask('/', { headers: { 'if-none-match': etag, 'accept-encoding': 'br' } });
    expect(answer).toMatchObject({
      status: 304,
      headers: { etag, 'cache-control': 'public, max-age=60', 'x-behavior': 'site' },
    });
    expect(answer.body).toHaveLength(0);
  });

  test('returns a file that has changed', async () => {
    const answer = await ask('/', { headers: { 'if-none-match': '"older"' } });
    expect(answer.status).toBe(200);
    expect(answer.body.toString()).toBe(page);
  });

  test('answers 404, not 304, for a page that was deleted', async () => {
    expect((await ask('/nothing.html', { headers: { 'if-none-match': etag } })).status).toBe(404);
  });
});

describe('cache', () => {
  const path = '/assets/site-1.js';
  const asked = () => s3.commandCalls(GetObjectCommand, { Bucket: 'site', Key: path.slice(1) }).length;

  test('reads an immutable file once for each encoding', async () => {
    const before = asked();
    const plain = [await ask(path), await ask(path)];
    const compressed = await Promise.all(
      ['br', 'br', 'gzip'].map((encoding) => ask(path, { headers: { 'accept-encoding': encoding } })),
    );
    const again = await ask(path, { headers: { 'accept-encoding': 'br' } });
    expect(asked() - before).toBeLessThanOrEqual(4);
    for (const { status, headers, body } of plain) {
      expect([status, headers['x-behavior'], body.toString()]).toEqual([200, 'site', 'site();'.repeat(300)]);
      expect(headers).not.toHaveProperty('content-encoding');
    }
    for (const { headers, body } of [...compressed.slice(0, 2), again]) {
      expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding', etag });
      expect(brotliDecompressSync(body).toString()).toBe('site();'.repeat(300));
    }
    const count = asked();
    await ask(path, { headers: { 'accept-encoding': 'br' } });
    expect(asked()).toBe(count);
  });

  test('reads an immutable file again for HEAD, range and conditional requests', async () => {
    const before = asked();
    expect((await ask(path, { method: 'HEAD' })).body).toHaveLength(0);
    expect((await ask(path, { headers: { range: 'bytes=0-3' } })).status).toBe(206);
    expect((await ask(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect(asked() - before).toBe(3);
  });
});

describe('a signed link', () => {
  function sign256(path: string, expiresInSeconds = 60) {
    const expires = Math.floor(Date.now() / 1000) + expiresInSeconds;
    const policy = `{"Statement":[{"Resource":"${cdn.endpoint}${path}","Condition":{"DateLessThan":{"AWS:EpochTime":${expires}}}}]}`;
    const signature = sign('sha256', Buffer.from(policy), privateKey).toString('base64');
    const encoded = signature.replace(/[+=/]/g, (character) => ({ '+': '-', '=': '_' })[character] ?? '~');
    return `${path}${path.includes('?') ? '&' : '?'}Expires=${expires}&Signature=${encoded}&Key-Pair-Id=K1&Hash-Algorithm=SHA256`;
  }

  test('gets the object with only the forwarded parameters', async () => {
    const query = 'versionId=v7&response-content-disposition=attachment&until=1';
    const answer = await ask(sign256(`/releases/app.zip?${query}`));
    expect(answer).toMatchObject({ status: 200, headers: { 'x-behavior': 'builds' } });
    expect(answer.body.toString()).toBe('a build');
    expect(s3.commandCalls(GetObjectCommand, { Key: 'releases/app.zip' }).at(-1)?.args[0].input).toEqual({
      Bucket: 'builds',
      Key: 'releases/app.zip',
      VersionId: 'v7',
      ResponseContentDisposition: 'attachment',
    });
  });

  test('works for HEAD and for parts', async () => {
    const link = sign256('/releases/app.zip');
    expect(await ask(link, { method: 'HEAD' })).toMatchObject({ status: 200 });
    const part = await ask(link, { headers: { range: 'bytes=2-4' } });
    expect([part.status, part.body.toString()]).toEqual([206, 'bui']);
  });

  test.each([
    ['without a signature', () => '/releases/app.zip', 'MissingKey'],
    ['after its time', () => sign256('/releases/app.zip', -1), 'AccessDenied'],
    ['for another file', () => sign256('/releases/app.zip').replace('app', 'new'), 'AccessDenied'],
  ])('is refused %s, with XML', async (_, link, code) => {
    const answer = await ask(link());
    expect(answer).toMatchObject({ status: 403, headers: { 'content-type': 'text/xml' } });
    expect(answer.body.toString()).toContain(`<Code>${code}</Code>`);
  });
});

test('reads a file that may change for each request', async () => {
  const before = s3.commandCalls(GetObjectCommand, { Key: 'index.html' }).length;
  await ask('/');
  await ask('/');
  expect(s3.commandCalls(GetObjectCommand, { Key: 'index.html' }).length - before).toBe(2);
});

describe('compression', () => {
  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('sends fewer bytes with %s, which decompress to the same content', async (encoding, decompress) => {
    const answer = await ask('/', { headers: { 'accept-encoding': `deflate, ${encoding}` } });
    expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    expect(answer.headers).not.toHaveProperty('content-length');
    expect(answer.body.length).toBeLessThan(page.length);
    expect(decompress(answer.body).toString()).toBe(page);
  });

  test('prefers Brotli', async () => {
    const answer = await ask('/', { headers: { 'accept-encoding': 'gzip, deflate, br' } });
    expect(answer.headers['content-encoding']).toBe('br');
  });

  test('names the encoding in the answer to HEAD', async () => {
    const answer = await ask('/', { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.body).toHaveLength(0);
  });

  test('does not change a compressed object', async () => {
    const answer = await ask('/assets/compressed.js', { headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.body.toString()).toBe('c'.repeat(2000));
  });

  test.each([
    ['for a client that does not accept it', '/', 'identity'],
    ['for less than 1,000 bytes', '/small.js', 'br, gzip'],
    ['for a format that is already compressed', '/photo.avif', 'br, gzip'],
  ])('is not applied %s', async (_, path, accepted) => {
    const answer = await ask(path, { headers: { 'accept-encoding': accepted } });
    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(answer.headers['content-length']).toBe(String(answer.body.length));
  });
});
