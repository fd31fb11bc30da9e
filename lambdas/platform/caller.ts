import type { APIGatewayProxyEventV2, APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { type Group, groups } from '../../contract/records/groups.ts';
import { deskSignInHours } from '../../contract/rules/desk-rules.ts';
import { secondsPerHour } from '../../contract/rules/retention.ts';
import { AppError } from './app-error.ts';

/** The signed-in person who sent a request, from the verified access token. */
export interface Caller {
  userId: string;
  groups: Group[];
  /** When the person last signed in; renewed tokens keep it. */
  signedInAt: Date;
  /** The token itself, for calls to Cognito on behalf of the person. */
  accessToken: string;
}

/**
 * @throws AppError `unauthenticated` when the gateway verified no token, or one that is not an access token: the
 * gateway's JWT authorizer lets an ID token of the same client pass.
 */
export function readCaller(request: APIGatewayProxyEventV2): Caller {
  const claims = (request as Partial<APIGatewayProxyEventV2WithJWTAuthorizer>).requestContext?.authorizer?.jwt
    ?.claims;
  if (claims?.token_use !== 'access' || typeof claims.sub !== 'string') {
    throw new AppError('unauthenticated', 'Please sign in to continue.');
  }
  return {
    userId: claims.sub,
    groups: parseGroups(claims['cognito:groups']),
    signedInAt: new Date(Number(claims.auth_time) * 1000),
    accessToken: (request.headers.authorization ?? '').replace(/^Bearer /i, ''),
  };
}

/** How long after a sign-in a person may do what cannot be undone. The site asks for a password or a passkey just before. */
const freshSignInMs = 5 * 60 * 1000;

/** @throws AppError `permission-denied` when the person signed in too long ago, or at an unknown time. */
export function requireFreshSignIn({ signedInAt }: Caller, now: Date): void {
  const isFresh = now.getTime() - signedInAt.getTime() <= freshSignInMs;
  if (!isFresh) throw new AppError('permission-denied', 'Please confirm that it is you, then repeat this.');
}

/**
 * Checks the access token of an admin; `serveDesk` checks the second factor.
 * @throws AppError `permission-denied`; the details say what is missing
 */
export function requireAdmin({ groups: memberOf, signedInAt }: Caller, now: Date): void {
  if (!memberOf.includes('admin'))
    throw new AppError('permission-denied', 'Only the team can do this.', { missing: 'group' });
  const isRecent = now.getTime() - signedInAt.getTime() <= deskSignInHours * secondsPerHour * 1000;
  if (!isRecent)
    throw new AppError('permission-denied', 'Your sign-in is too old for the desk. Log in again.', {
      missing: 'sign-in',
    });
}

/** HTTP APIs pass a list claim to the function as one string: `[paid vip]`. */
function parseGroups(claim: unknown): Group[] {
  const names = String(claim ?? '')
    .replace(/^\[|\]$/g, '')
    .split(' ');
  return groups.filter((group) => names.includes(group));
}
