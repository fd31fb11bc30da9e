import {
  ChangePasswordCommand,
  DeleteUserCommand,
  GetUserAttributeVerificationCodeCommand,
  GetUserCommand,
  UpdateUserAttributesCommand,
  VerifyUserAttributeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Probe } from '../comparison.ts';
import { shapeOfAnswer } from '../shape.ts';
import { asPerson } from './as-person.ts';
import type { ComparablePool } from './comparable-pool.ts';

const changeEmail = ({ client }: ComparablePool, AccessToken: string, Value: string) =>
  client.send(new UpdateUserAttributesCommand({ AccessToken, UserAttributes: [{ Name: 'email', Value }] }));

export const accountProbes: Probe<ComparablePool>[] = [
  asPerson('GetUser', ({ client }, { AccessToken }) => client.send(new GetUserCommand({ AccessToken }))),
  {
    name: 'GetUser: invalid token',
    run: ({ client }) => shapeOfAnswer(client.send(new GetUserCommand({ AccessToken: 'a.b.c' }))),
  },
  asPerson('UpdateUserAttributes: new address', (pool, { email, AccessToken }) =>
    changeEmail(pool, AccessToken, `new-${email}`),
  ),
  asPerson('UpdateUserAttributes: same address', (pool, { email, AccessToken }) =>
    changeEmail(pool, AccessToken, email),
  ),
  asPerson(
    'UpdateUserAttributes: taken address',
    (pool, { AccessToken }, taken) => changeEmail(pool, AccessToken, taken),
    (pool: ComparablePool) => pool.addUser(),
  ),
  asPerson('GetUserAttributeVerificationCode', ({ client }, { AccessToken }) =>
    client.send(new GetUserAttributeVerificationCodeCommand({ AccessToken, AttributeName: 'email' })),
  ),
  asPerson(
    'VerifyUserAttribute',
    ({ client, lastCode }, { AccessToken }) =>
      client.send(new VerifyUserAttributeCommand({ AccessToken, AttributeName: 'email', Code: lastCode() })),
    (pool, { email, AccessToken }) => changeEmail(pool, AccessToken, `verified-${email}`),
  ),
  asPerson('ChangePassword', ({ client, password: PreviousPassword }, { AccessToken }) =>
    client.send(
      new ChangePasswordCommand({ AccessToken, PreviousPassword, ProposedPassword: 'Another-horse-8' }),
    ),
  ),
  asPerson('ChangePassword: wrong password', ({ client }, { AccessToken }) =>
    client.send(
      new ChangePasswordCommand({
        AccessToken,
        PreviousPassword: 'Wrong-horse-9',
        ProposedPassword: 'Another-horse-8',
      }),
    ),
  ),
  asPerson('ChangePassword: short password', ({ client, password: PreviousPassword }, { AccessToken }) =>
    client.send(new ChangePasswordCommand({ AccessToken, PreviousPassword, ProposedPassword: 'Short-1' })),
  ),
  asPerson('DeleteUser', ({ client }, { AccessToken }) =>
    client.send(new DeleteUserCommand({ AccessToken })),
  ),
];
