import {
  AdminDisableUserCommand,
  AdminInitiateAuthCommand,
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
  GlobalSignOutCommand,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
  RevokeTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { beginProof } from '../../../local/fakes/cognito/test-srp-client.ts';
import type { Probe } from '../comparison.ts';
import { shapeOfAnswer } from '../shape.ts';
import { asPerson, deletePerson } from './as-person.ts';
import type { ComparablePool } from './comparable-pool.ts';

const unknown = 'unknown@example.com';

const startProof = ({ client, clientId: ClientId }: ComparablePool, USERNAME: string) =>
  client.send(
    new InitiateAuthCommand({
      ClientId,
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME, SRP_A: beginProof().SRP_A },
    }),
  );

const refresh = ({ client, clientId: ClientId }: ComparablePool, REFRESH_TOKEN: string) =>
  client.send(
    new InitiateAuthCommand({ ClientId, AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN } }),
  );

const signInOnServer = (pool: ComparablePool, USERNAME: string, PASSWORD = pool.password) =>
  pool.client.send(
    new AdminInitiateAuthCommand({
      UserPoolId: pool.poolId,
      ClientId: pool.serverClientId,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME, PASSWORD },
    }),
  );

export const signInProbes: Probe<ComparablePool>[] = [
  {
    name: 'InitiateAuth USER_SRP_AUTH',
    run: async (pool) => shapeOfAnswer(startProof(pool, await pool.addUser())),
  },
  {
    name: 'InitiateAuth USER_SRP_AUTH: unknown user',
    run: (pool) => shapeOfAnswer(startProof(pool, unknown)),
  },
  {
    name: 'RespondToAuthChallenge PASSWORD_VERIFIER',
    async run({ addUser, startSignIn }) {
      const prove = await startSignIn(await addUser());
      return shapeOfAnswer(prove());
    },
  },
  {
    name: 'RespondToAuthChallenge PASSWORD_VERIFIER: wrong password',
    async run({ addUser, startSignIn }) {
      const prove = await startSignIn(await addUser());
      return shapeOfAnswer(prove('Wrong-horse-9'));
    },
  },
  {
    name: 'RespondToAuthChallenge PASSWORD_VERIFIER: unknown user',
    async run({ startSignIn }) {
      const prove = await startSignIn(unknown);
      return shapeOfAnswer(prove());
    },
  },
  {
    name: 'RespondToAuthChallenge PASSWORD_VERIFIER: unconfirmed user',
    async run({ signUp, startSignIn }) {
      const prove = await startSignIn(await signUp());
      return shapeOfAnswer(prove());
    },
  },
  {
    name: 'RespondToAuthChallenge PASSWORD_VERIFIER: disabled user',
    async run({ client, poolId: UserPoolId, addUser, startSignIn }) {
      const Username = await addUser();
      await client.send(new AdminDisableUserCommand({ UserPoolId, Username }));
      const prove = await startSignIn(Username);
      return shapeOfAnswer(prove());
    },
  },
  {
    name: 'RespondToAuthChallenge SOFTWARE_TOKEN_MFA: unknown session',
    run: ({ client, clientId: ClientId }) =>
      shapeOfAnswer(
        client.send(
          new RespondToAuthChallengeCommand({
            ClientId,
            ChallengeName: 'SOFTWARE_TOKEN_MFA',
            Session: 'unknown-session-of-nobody',
            ChallengeResponses: { USERNAME: unknown, SOFTWARE_TOKEN_MFA_CODE: '000000' },
          }),
        ),
      ),
  },
  {
    name: 'InitiateAuth REFRESH_TOKEN_AUTH',
    async run(pool) {
      const { refresh: token } = await pool.signIn(await pool.addUser());
      return shapeOfAnswer(refresh(pool, token));
    },
  },
  {
    name: 'InitiateAuth REFRESH_TOKEN_AUTH: unknown token',
    run: (pool) => shapeOfAnswer(refresh(pool, 'unknown')),
  },
  {
    name: 'GetTokensFromRefreshToken',
    async run({ client, clientId: ClientId, addUser, signIn }) {
      const { refresh: RefreshToken } = await signIn(await addUser());
      return shapeOfAnswer(client.send(new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken })));
    },
  },
  {
    name: 'RevokeToken',
    async run({ client, clientId: ClientId, addUser, signIn }) {
      const { refresh: Token } = await signIn(await addUser());
      return shapeOfAnswer(client.send(new RevokeTokenCommand({ ClientId, Token })));
    },
  },
  {
    name: 'RevokeToken: of a function',
    async run(pool) {
      const { AuthenticationResult } = await signInOnServer(pool, await pool.addUser());
      const Token = AuthenticationResult?.RefreshToken;
      const { client, serverClientId: ClientId } = pool;
      return shapeOfAnswer(client.send(new RevokeTokenCommand({ ClientId, Token })));
    },
  },
  {
    name: 'GlobalSignOut',
    async run({ client, addUser, signIn }) {
      const { access: AccessToken } = await signIn(await addUser());
      return shapeOfAnswer(client.send(new GlobalSignOutCommand({ AccessToken })));
    },
  },
  asPerson(
    'GlobalSignOut: deleted user',
    ({ client }, { AccessToken }) => client.send(new GlobalSignOutCommand({ AccessToken })),
    deletePerson,
  ),
  {
    name: 'GlobalSignOut: ends access tokens',
    async run({ client, addUser, signIn }) {
      const { access: AccessToken } = await signIn(await addUser());
      await client.send(new GlobalSignOutCommand({ AccessToken }));
      return shapeOfAnswer(client.send(new GetUserCommand({ AccessToken })));
    },
  },
  {
    name: 'GlobalSignOut: ends refresh tokens',
    async run(pool) {
      const { access: AccessToken, refresh: token } = await pool.signIn(await pool.addUser());
      await pool.client.send(new GlobalSignOutCommand({ AccessToken }));
      return shapeOfAnswer(refresh(pool, token));
    },
  },
  {
    name: 'AdminInitiateAuth ADMIN_USER_PASSWORD_AUTH',
    run: async (pool) => shapeOfAnswer(signInOnServer(pool, await pool.addUser())),
  },
  {
    name: 'AdminInitiateAuth ADMIN_USER_PASSWORD_AUTH: with an app',
    async run(pool) {
      const email = await pool.addUser();
      const { access } = await pool.signIn(email);
      await pool.turnOnApp(access);
      return shapeOfAnswer(signInOnServer(pool, email));
    },
  },
  {
    name: 'AdminInitiateAuth ADMIN_USER_PASSWORD_AUTH: unconfirmed user',
    run: async (pool) => shapeOfAnswer(signInOnServer(pool, await pool.signUp())),
  },
  {
    name: 'AdminInitiateAuth ADMIN_USER_PASSWORD_AUTH: disabled user',
    async run(pool) {
      const Username = await pool.addUser();
      await pool.client.send(new AdminDisableUserCommand({ UserPoolId: pool.poolId, Username }));
      return shapeOfAnswer(signInOnServer(pool, Username));
    },
  },
  {
    name: 'AdminInitiateAuth ADMIN_USER_PASSWORD_AUTH: wrong password',
    run: async (pool) => shapeOfAnswer(signInOnServer(pool, await pool.addUser(), 'Wrong-horse-9')),
  },
  {
    name: 'AdminInitiateAuth ADMIN_USER_PASSWORD_AUTH: unknown user',
    run: (pool) => shapeOfAnswer(signInOnServer(pool, unknown)),
  },
];
