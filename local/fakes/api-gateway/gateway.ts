import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { JwtVerifier } from 'aws-jwt-verify';
import type { Jwks } from 'aws-jwt-verify/jwk';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { type Listening, listen } from '../../server/listen.ts';
import { readBody } from '../../server/read-body.ts';
import type { Invoke } from '../lambda/lambda-runner.ts';

export interface ApiRoute {
  method: string;
  path: string;
  functionId: string;
  authorizer?: { issuer: string; audience: string[] };
}

interface GatewayOptions {
  routes: ApiRoute[];
  /** The key set of the local user pool. */
  jwks: Jwks;
  invoke: Invoke;
}

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const maxBodyBytes = 10 * 1024 * 1024;

type Claims = Record<string, string>;

/** An HTTP API: routes, JWT authorizer, payload format 2.0, and the error bodies of API Gateway. */
export function startGateway({ routes, jwks, invoke }: GatewayOptions): Promise<Listening> {
  const authorize = authorizers(routes, jwks);
  const matched = routes.map((route) => ({ ...route, match: pathMatcher(route.path) }));

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://gateway');
    const route = matched.find(({ method, match }) => method === request.method && match(url.pathname));
    if (!route) return fail(response, 404, 'Not Found');
    let claims: Claims | undefined;
    if (route.authorizer) {
      claims = await authorize(route.authorizer, request.headers.authorization);
      if (!claims) return fail(response, 401, 'Unauthorized');
    }
    const body = await readBody(request, maxBodyBytes);
    const event = payload(request, url, route, claims, body, route.match(url.pathname));
    send(response, (await invoke(route.functionId, event)) as APIGatewayProxyStructuredResultV2);
  }

  return listen((request, response) => {
    handle(request, response).catch((error: { code?: string }) => {
      if (error.code === 'TOO_LARGE') fail(response, 413, 'Request Entity Too Large');
      else fail(response, 500, 'Internal Server Error');
    });
  });
}

/** `/a/{b}` matches `/a/` and one more segment, and the matcher returns the decoded `b`. */
function pathMatcher(template: string): (path: string) => Record<string, string> | undefined {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const literal = template.split(/\{\w+\}/).map((text) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const expression = new RegExp(`^${literal.join('([^/]+)')}$`);
  return (path) => {
    const values = expression.exec(path)?.slice(1);
    return values && Object.fromEntries(names.map((name, index) => [name, decode(values[index] ?? '')]));
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

type Authorizer = NonNullable<ApiRoute['authorizer']>;

/** One verifier per issuer, from the AWS library for Cognito tokens. */
function authorizers(routes: ApiRoute[], jwks: Jwks) {
  const issuers = new Set(routes.flatMap(({ authorizer }) => (authorizer ? [authorizer.issuer] : [])));
  const verifiers = new Map(
    [...issuers].map((issuer) => {
      const verifier = JwtVerifier.create({
        issuer,
        audience: null,
        jwksUri: `${issuer}/.well-known/jwks.json`,
      });
      verifier.cacheJwks(jwks);
      return [issuer, verifier];
    }),
  );
  /** @returns the claims as strings; undefined for an invalid token */
  return async ({ issuer, audience }: Authorizer, header?: string): Promise<Claims | undefined> => {
    try {
      const claims = await verifiers.get(issuer)?.verify((header ?? '').replace(/^Bearer /i, ''));
      // API Gateway accepts the client in aud (ID token) or in client_id (access token).
      const client = [claims?.aud ?? claims?.client_id].flat();
      if (!claims || !client.some((name) => audience.includes(String(name)))) return undefined;
      return Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, claimAsText(value)]));
    } catch {
      return undefined;
    }
  };
}

/** API Gateway passes every claim as a string, and a list as `[one two]`. */
function claimAsText(value: unknown): string {
  return Array.isArray(value) ? `[${value.join(' ')}]` : String(value);
}

const textTypes = /^(text\/|application\/(json|javascript|xml|x-www-form-urlencoded))/;

function payload(
  request: IncomingMessage,
  url: URL,
  { method, path }: ApiRoute,
  claims: Claims | undefined,
  body: Buffer,
  pathParameters: Record<string, string> = {},
): APIGatewayProxyEventV2 {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(',') : value,
    ]),
  );
  const query = Object.fromEntries(
    [...new Set(url.searchParams.keys())].map((name) => [name, url.searchParams.getAll(name).join(',')]),
  );
  const isText = textTypes.test(request.headers['content-type'] ?? 'text/plain');
  const now = new Date();
  const requestContext = {
    accountId: '000000000000',
    apiId: 'local',
    ...(claims ? { authorizer: { jwt: { claims, scopes: null } } } : {}),
    domainName: request.headers.host ?? 'localhost',
    domainPrefix: 'local',
    http: {
      method,
      path: url.pathname,
      protocol: 'HTTP/1.1',
      // The address of the connection: any client can write X-Forwarded-For.
      sourceIp: request.socket.remoteAddress ?? '127.0.0.1',
      userAgent: request.headers['user-agent'] ?? '',
    },
    requestId: randomUUID(),
    routeKey: `${method} ${path}`,
    stage: '$default',
    time: now.toISOString(),
    timeEpoch: now.getTime(),
  };
  return {
    version: '2.0',
    routeKey: `${method} ${path}`,
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    headers,
    ...(url.search ? { queryStringParameters: query } : {}),
    ...(Object.keys(pathParameters).length > 0 ? { pathParameters } : {}),
    requestContext,
    ...(body.length > 0 ? { body: body.toString(isText ? 'utf8' : 'base64') } : {}),
    isBase64Encoded: body.length > 0 && !isText,
  };
}

function send(response: ServerResponse, answer: APIGatewayProxyStructuredResultV2): void {
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, String(value));
  const body = Buffer.from(answer.body ?? '', answer.isBase64Encoded ? 'base64' : 'utf8');
  response.writeHead(answer.statusCode ?? 200).end(body);
}

function fail(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
}
