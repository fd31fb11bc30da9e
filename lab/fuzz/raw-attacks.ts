/** A valid request to an operation, which each attack corrupts in its own way. */
export interface RawRequest {
  method: string;
  path: string;
  host: string;
  /** An access token. */
  token: string | undefined;
  /** An empty text for a GET. */
  body: string;
}

/** The parts of a request that are sent one after the other. */
type Attack = (request: RawRequest) => (string | Buffer)[];

const lines = (...all: (string | undefined)[]) =>
  `${all.filter((line) => line !== undefined).join('\r\n')}\r\n\r\n`;

const authorization = ({ token }: RawRequest) => (token ? `Authorization: Bearer ${token}` : undefined);
const length = (body: string | Buffer) => `Content-Length: ${Buffer.byteLength(body)}`;
const json = 'Content-Type: application/json';
const close = 'Connection: close';

/** A complete request with other or additional headers. */
function withHeaders(request: RawRequest, ...headers: string[]): string {
  const { method, path, host, body } = request;
  return `${lines(`${method} ${path} HTTP/1.1`, `Host: ${host}`, 'Content-Type: application/json', authorization(request), length(body), close, ...headers)}${body}`;
}

function withBody(request: RawRequest, body: string | Buffer): (string | Buffer)[] {
  const { method, path, host } = request;
  return [
    lines(`${method} ${path} HTTP/1.1`, `Host: ${host}`, authorization(request), json, length(body), close),
    body,
  ];
}

function withChunks(request: RawRequest, ...chunks: string[]): string[] {
  const { method, path, host } = request;
  const chunked = 'Transfer-Encoding: chunked';
  return [
    lines(`${method} ${path} HTTP/1.1`, `Host: ${host}`, authorization(request), json, chunked, close),
    ...chunks,
  ];
}

const withoutBody = (request: RawRequest) =>
  lines(`${request.method} ${request.path} HTTP/1.1`, `Host: ${request.host}`, authorization(request), close);

const contentTypes = [
  'text/html',
  'text/plain;charset=utf-16le',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'application/json; charset=x',
  `application/${'x'.repeat(4000)}`,
  '',
  '/',
];

const bodies: Record<string, (body: string) => string | Buffer> = {
  'invalid UTF-8': (body) => Buffer.from(body.replace('{', '{"\xff\xfe":"\xc3\x28",'), 'latin1'),
  'a byte order mark': (body) => `\ufeff${body}`,
  UTF_16: (body) => Buffer.from(body, 'utf16le'),
  'half of the JSON': (body) => body.slice(0, body.length / 2),
  'JSON twice': (body) => `${body}${body}`,
  'a trailing comma': (body) => body.replace(/\}$/, ',}'),
  NaN: () => '{"data":NaN}',
  'duplicate fields': (body) => body.replace('{', '{"data":null,"data":1,'),
  __proto__: (body) => body.replace('{', '{"__proto__":{"data":{}},'),
  'deep lists': () => `{"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  'deep objects': () => `{"data":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`,
  'a long number': () => `{"data":${'9'.repeat(100_000)}}`,
  'many fields': () =>
    JSON.stringify({
      data: Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`f${index}`, 0])),
    }),
  'more than API Gateway takes': () => `{"data":"${'a'.repeat(10 * 1024 * 1024)}"}`,
  zeros: () => Buffer.alloc(5_000),
};

const targets: Record<string, (path: string) => string> = {
  'two slashes': (path) => `/${path}`,
  'another host in the target': (path) => `http://evil.example${path}`,
  'a port in the target': () => ':99999/',
  'dots in the path': (path) => `/x/..%2f..${path}/%2e%2e/`,
  'an invalid escape': (path) => `${path}%`,
  'an escaped zero': (path) => `${path}%00`,
  'an invalid query': (path) => `${path}?%=%&&=&%ff`,
  'a long query': (path) => `${path}?a=${'b'.repeat(10_000)}`,
  'a backslash': (path) => path.replaceAll('/', '\\'),
};

const methods: Record<string, string> = {
  'the method TRACE': 'TRACE',
  'the method PUT': 'PUT',
  'the method HEAD': 'HEAD',
  'the method OPTIONS': 'OPTIONS',
  'an unknown method': 'EVIL',
};

export const rawAttacks: Record<string, Attack> = {
  'nothing wrong': (request) => [withHeaders(request, json)],
  ...Object.fromEntries(
    contentTypes.map((type) => [
      `content type ${type.slice(0, 40) || 'empty'}`,
      (request: RawRequest) => [withHeaders(request, `Content-Type: ${type}`)],
    ]),
  ),
  'no content type': (request) => [withHeaders(request)],
  'no host': ({ method, path }) => [lines(`${method} ${path} HTTP/1.1`, close)],
  'two hosts': (request) => [withHeaders(request, json, 'Host: evil.example')],
  'another host': (request) => [withHeaders({ ...request, host: 'evil.example' }, json)],
  'two tokens': (request) => [withHeaders(request, json, 'Authorization: Bearer another')],
  'two content types': (request) => [withHeaders(request, json, 'Content-Type: text/html')],
  'two lengths': (request) => [withHeaders(request, json, 'Content-Length: 3')],
  'a negative length': ({ method, path, host }) => [
    lines(`${method} ${path} HTTP/1.1`, `Host: ${host}`, json, 'Content-Length: -1'),
  ],
  'a length and chunks': (request) => [withHeaders(request, json, 'Transfer-Encoding: chunked')],
  'a header of 20 KB': (request) => [withHeaders(request, json, `X-Long: ${'a'.repeat(20_000)}`)],
  '1,000 headers': (request) => [
    withHeaders(request, json, ...Array.from({ length: 1_000 }, (_, index) => `X-${index}: a`)),
  ],
  'a control character in a header': (request) => [withHeaders(request, json, 'X-Evil: a\u0001b')],
  'a header without a colon': (request) => [withHeaders(request, json, 'Evil')],
  'a header on two lines': (request) => [withHeaders(request, json, 'X-Evil: a\r\n b')],
  'headers of our CDN': (request) => [
    withHeaders(request, json, 'X-Forwarded-For: 192.0.2.1', 'X-Origin-Verify: guess', 'Forwarded: for=x'),
  ],
  'headers about properties': (request) => [
    withHeaders(request, json, '__proto__: x', 'constructor: x', 'toString: x', 'hasOwnProperty: x'),
  ],
  'an expectation': (request) => [withHeaders(request, json, 'Expect: 100-continue')],
  'an unknown expectation': (request) => [withHeaders(request, json, 'Expect: evil')],
  'an upgrade': (request) => [withHeaders(request, json, 'Upgrade: websocket')],
  'a range': (request) => [withHeaders(request, json, 'Range: bytes=0-0,5-1')],
  'invalid conditions': (request) => [
    withHeaders(request, json, 'If-None-Match: W/"', 'If-Modified-Since: never'),
  ],
  'unknown encodings': (request) => [
    withHeaders(request, json, 'Content-Encoding: br', 'Accept-Encoding: evil', 'Accept: evil'),
  ],
  ...Object.fromEntries(
    Object.entries(bodies).map(([name, spoil]) => [
      `a body with ${name}`,
      (request: RawRequest) => withBody(request, spoil(request.body)),
    ]),
  ),
  'one byte at a time': (request) => [...withHeaders(request, json)],
  'valid chunks': (request) =>
    withChunks(
      request,
      `${Buffer.byteLength(request.body).toString(16)}\r\n`,
      `${request.body}\r\n`,
      '0\r\n\r\n',
    ),
  'an invalid chunk size': (request) => withChunks(request, 'evil\r\n', request.body),
  'a second request in the body': (request) => [
    lines(
      `${request.method} ${request.path} HTTP/1.1`,
      `Host: ${request.host}`,
      authorization(request),
      json,
      'Content-Length: 0',
    ),
    withHeaders({ ...request, token: undefined }, json),
  ],
  'not HTTP': () => ['\u0016\u0003\u0001 evil\r\n\r\n'],
  ...Object.fromEntries(
    Object.entries(targets).map(([name, target]) => [
      name,
      (request: RawRequest) => [withHeaders({ ...request, path: target(request.path) }, json)],
    ]),
  ),
  'an asterisk': (request) => [withoutBody({ ...request, method: 'OPTIONS', path: '*' })],
  ...Object.fromEntries(
    Object.entries(methods).map(([name, method]) => [
      name,
      (request: RawRequest) => [withoutBody({ ...request, method })],
    ]),
  ),
};

/** Attacks after which the client closes the connection. */
export const unfinishedRequests: Record<string, Attack> = {
  'a huge chunk size': (request) => withChunks(request, 'ffffffffffffff\r\n', request.body),
  'an unfinished chunk': (request) => withChunks(request, 'ff\r\n', request.body.slice(0, 10)),
  'half of the headers': (request) => [withHeaders(request, json).slice(0, 60)],
  'half of the body': (request) => [withHeaders(request, json).slice(0, -1)],
};
