import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, test, vi } from 'vitest';
import { type OperationName, routes } from '../../contract/operations/routes.ts';
import { services } from '../../contract/operations/services.ts';
import { fromDistribution } from '../../lambdas/platform/test-request.ts';
import { readStack } from '../../local/read-stack.ts';
import { handlerFile } from '../../scripts/build/handler-files.ts';
import { type Attempt, badRequests } from '../generated-requests.ts';

const runs = 2_000;
const siteUrl = 'https://site.test';

type Handler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

// The functions run with their own settings. They reach only the secrets, which they need to check
// signatures. A request that gets further is answered with 500.
mockClient(SecretsManagerClient)
  .on(GetSecretValueCommand)
  .resolves({ SecretString: `whsec_${'s'.repeat(64)}` });
const { functions } = await readStack();
for (const { environment } of functions) {
  for (const [name, value] of Object.entries(environment)) {
    if (name !== 'DISTRIBUTION_SECRET') vi.stubEnv(name, value);
  }
}
vi.stubEnv('SITE_URL', siteUrl);
vi.stubEnv('AWS_REGION', 'us-east-1');
vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:9');
vi.stubEnv('AWS_ACCESS_KEY_ID', 'none');
vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'none');
vi.stubEnv('AWS_MAX_ATTEMPTS', '1');

const handlers = new Map<OperationName, Handler>();
for (const [service, operations] of Object.entries(services)) {
  const { handler } = (await import(`../../${handlerFile(service)}`)) as { handler: Handler };
  for (const name of operations) handlers.set(name, handler);
}

const claims = { sub: 'user-1', auth_time: String(Math.floor(Date.now() / 1000)), 'cognito:groups': '[]' };

/** Calls the function as the gateway does. */
async function call({ name, query, headers, body }: Attempt): Promise<number | undefined> {
  const isSignedIn = headers.authorization !== undefined;
  const { method, path } = routes[name];
  const event = {
    routeKey: `${method} ${path}`,
    headers: { ...fromDistribution, ...headers },
    queryStringParameters: Object.fromEntries(new URLSearchParams(query)),
    requestContext: {
      http: { method, sourceIp: '192.0.2.1' },
      ...(isSignedIn ? { authorizer: { jwt: { claims } } } : {}),
    },
    body,
  };
  const answer = await handlers.get(name)?.(event as never, { awsRequestId: 'request-1' } as Context);
  return answer?.statusCode;
}

const all = [...handlers.keys()];
/** Operations that protect an account get as many requests as all operations together. */
const protecting = all.filter((name) => /renewRecoveryCodes|reviewSecurity|recoverAccount/.test(name));

test.each([
  ['all functions', all],
  ['the functions that protect an account', protecting],
])(
  `refuses ${runs} generated bad requests in %s before a service is called`,
  { timeout: 120_000 },
  async (_, names) => {
    const { seed, attempts } = badRequests(siteUrl, runs, names);
    const failures: { status: number | undefined; attempt: Attempt }[] = [];
    const seen = new Set<OperationName>();
    for (const attempt of attempts) {
      const status = await call(attempt);
      seen.add(attempt.name);
      if (status === undefined || status < 400 || status >= 500) failures.push({ status, attempt });
    }
    expect(failures.slice(0, 3), `SEED=${seed}`).toEqual([]);
    expect([...seen].sort()).toEqual([...names].sort());
  },
);
