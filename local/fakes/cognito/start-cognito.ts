import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { listen } from '../../server/listen.ts';
import { readBody } from '../../server/read-body.ts';
import { accountOperations } from './account-operations.ts';
import { adminOperations } from './admin-operations.ts';
import { CognitoError, resourceNotFound } from './cognito-error.ts';
import { openSigningKey } from './json-web-token.ts';
import type { Operation, Outcome } from './operation.ts';
import { passkeyOperations } from './passkey-operations.ts';
import type { PasskeySettings } from './passkeys.ts';
import { type PasswordPolicy, passwordOperations } from './password-operations.ts';
import { createSessions } from './sessions.ts';
import { signInOperations } from './sign-in-operations.ts';
import { signUpOperations } from './sign-up-operations.ts';
import { softwareTokenOperations } from './software-token-operations.ts';
import { createTriggers, type TriggerName } from './triggers.ts';
import { openUserPool, type UserPool } from './user-pool.ts';

export interface CognitoOptions {
  dir: string;
  /** Such as 'https://cognito-idp.us-east-1.amazonaws.com'. The issuer is `${issuerDomain}/${pool.id}`. */
  issuerDomain: string;
  pool: {
    id: string;
    passwordPolicy: PasswordPolicy;
    allowsSignUp: boolean;
    hasSoftwareTokenMfa: boolean;
    /** Undefined if the pool has no passkeys. */
    passkeys?: PasskeySettings | undefined;
  };
  client: {
    id: string;
    accessTokenMinutes: number;
    idTokenMinutes: number;
    refreshTokenDays: number;
    /** The attributes that the app client may write. */
    writeAttributes: string[];
  };
  /** The app client with which functions check passwords. */
  serverClientId: string;
  groups: string[];
  /** Invokes the function of a trigger. Rejects when the function fails. */
  trigger?: (name: TriggerName, event: unknown) => Promise<unknown>;
  /** The triggers that have a function. */
  triggers: TriggerName[];
  /** Encrypts a code on its way to the function that mails it. */
  encryptCode: (code: string) => Promise<string>;
}

const contentType = 'application/x-amz-json-1.1';

/**
 * Serves one user pool on 127.0.0.1, with email addresses as usernames and two app clients without a
 * secret: one for browsers and one for functions.
 * Responds on every path, because a proxy may add a prefix. Every client is an administrator.
 */
export async function startCognito(
  options: CognitoOptions,
): Promise<{ endpoint: string; jwks: { keys: object[] }; stop(): Promise<void> }> {
  const pool = await openUserPool(options.dir, options.pool.id, options.groups);
  const key = await openSigningKey(join(options.dir, 'signing-key.pem'));
  const jwks = { keys: [key.jwk] };
  const issuer = `${options.issuerDomain}/${options.pool.id}`;
  const context = {
    pool,
    poolId: options.pool.id,
    passwordPolicy: options.pool.passwordPolicy,
    allowsSignUp: options.pool.allowsSignUp,
    hasSoftwareTokenMfa: options.pool.hasSoftwareTokenMfa,
    passkeys: options.pool.passkeys,
    writeAttributes: options.client.writeAttributes,
    sessions: createSessions(pool, key, { issuer, client: options.client }),
    triggers: createTriggers(options),
  };
  const operations: Record<string, Operation> = {
    ...signUpOperations(context),
    ...signInOperations(context),
    ...passwordOperations(context),
    ...softwareTokenOperations(context),
    ...passkeyOperations(context),
    ...accountOperations(context),
    ...adminOperations(context),
  };

  const { server, endpoint } = await listen((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET' && request.url?.endsWith(`/${options.pool.id}/.well-known/jwks.json`)) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(jwks));
      return;
    }
    try {
      const name = nameOf(request);
      send(response, 200, await run(pool, findOperation(name), await readRequest(request, name)));
    } catch (error) {
      if (error instanceof CognitoError) {
        return send(response, 400, { __type: error.code, message: error.message });
      }
      console.error(error);
      const message = 'The local Cognito failed. See the error in its terminal.';
      send(response, 500, { __type: 'InternalErrorException', message });
    }
  }

  function findOperation(name: string): Operation {
    const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
    if (!operation) {
      throw new CognitoError('UnknownOperationException', `The local Cognito has no operation ${name}.`);
    }
    return operation;
  }

  /** The app clients that have the flows of an operation. */
  function clientsOf(operationName: string): string[] {
    if (operationName === 'AdminInitiateAuth') return [options.serverClientId];
    if (operationName === 'RevokeToken') return [options.client.id, options.serverClientId];
    return [options.client.id];
  }

  async function readRequest(request: IncomingMessage, operationName: string): Promise<object> {
    // A page of another site could send only a simple content type, because no CORS preflight is answered.
    if (request.headers['content-type'] !== contentType) {
      throw new CognitoError('SerializationException', `The content type must be ${contentType}.`);
    }
    const body = parseObject((await readBody(request)).toString());
    if ('ClientId' in body && !clientsOf(operationName).includes(String(body.ClientId))) {
      throw resourceNotFound(`User pool client ${body.ClientId} does not exist.`);
    }
    if ('UserPoolId' in body && body.UserPoolId !== options.pool.id) {
      throw resourceNotFound(`User pool ${body.UserPoolId} does not exist.`);
    }
    return body;
  }

  return {
    endpoint,
    jwks,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await closed;
    },
  };
}

const nameOf = ({ headers }: IncomingMessage): string =>
  /^AWSCognitoIdentityProviderService\.(\w+)$/.exec(String(headers['x-amz-target']))?.[1] ?? '';

async function run(pool: UserPool, operation: Operation, request: object): Promise<object> {
  let outcome: Outcome;
  try {
    outcome = await operation(request);
  } finally {
    // An error may have counted an attempt, so it is saved too.
    await pool.flush();
  }
  await outcome.afterwards?.();
  return outcome.answer;
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const body = JSON.parse(text);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  } catch {
    // Falls through to the same error as other JSON.
  }
  throw new CognitoError('SerializationException', 'The request is not a JSON object.');
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': contentType }).end(JSON.stringify(body));
}
