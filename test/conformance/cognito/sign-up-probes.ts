import {
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Probe } from '../comparison.ts';
import { shapeOfAnswer } from '../shape.ts';
import type { ComparablePool } from './comparable-pool.ts';

const unknown = 'unknown@example.com';

/** Probes of the operations that need no sign-in. */
export const signUpProbes: Probe<ComparablePool>[] = [
  {
    name: 'SignUp',
    run: ({ client, clientId: ClientId, password: Password }) =>
      shapeOfAnswer(client.send(new SignUpCommand({ ClientId, Username: 'new@example.com', Password }))),
  },
  {
    name: 'SignUp: address as attribute',
    run({ client, clientId: ClientId, password: Password }) {
      const Username = 'attribute@example.com';
      const UserAttributes = [{ Name: 'email', Value: Username }];
      return shapeOfAnswer(client.send(new SignUpCommand({ ClientId, Username, Password, UserAttributes })));
    },
  },
  {
    name: 'SignUp: taken address',
    async run({ client, clientId: ClientId, password: Password, signUp }) {
      const Username = await signUp();
      return shapeOfAnswer(client.send(new SignUpCommand({ ClientId, Username, Password })));
    },
  },
  {
    name: 'SignUp: short password',
    run: ({ client, clientId: ClientId }) =>
      shapeOfAnswer(
        client.send(new SignUpCommand({ ClientId, Username: 'short@example.com', Password: 'Short-1' })),
      ),
  },
  {
    name: 'SignUp: no address',
    run: ({ client, clientId: ClientId, password: Password }) =>
      shapeOfAnswer(client.send(new SignUpCommand({ ClientId, Username: 'no-address', Password }))),
  },
  {
    name: 'SignUp: unknown app client',
    run: ({ client, password: Password }) =>
      shapeOfAnswer(
        client.send(new SignUpCommand({ ClientId: 'unknown0000', Username: 'client@example.com', Password })),
      ),
  },
  {
    name: 'ConfirmSignUp',
    async run({ client, clientId: ClientId, lastCode, signUp }) {
      const Username = await signUp();
      return shapeOfAnswer(
        client.send(new ConfirmSignUpCommand({ ClientId, Username, ConfirmationCode: lastCode() })),
      );
    },
  },
  {
    name: 'ConfirmSignUp: wrong code',
    async run({ client, clientId: ClientId, lastCode, signUp }) {
      const Username = await signUp();
      const ConfirmationCode = lastCode() === '000000' ? '000001' : '000000';
      return shapeOfAnswer(client.send(new ConfirmSignUpCommand({ ClientId, Username, ConfirmationCode })));
    },
  },
  {
    name: 'ConfirmSignUp: confirmed user',
    async run({ client, clientId: ClientId, lastCode, addUser }) {
      const Username = await addUser();
      return shapeOfAnswer(
        client.send(new ConfirmSignUpCommand({ ClientId, Username, ConfirmationCode: lastCode() })),
      );
    },
  },
  {
    name: 'ConfirmSignUp: unknown user',
    run: ({ client, clientId: ClientId }) =>
      shapeOfAnswer(
        client.send(new ConfirmSignUpCommand({ ClientId, Username: unknown, ConfirmationCode: '000000' })),
      ),
  },
  {
    name: 'ResendConfirmationCode',
    async run({ client, clientId: ClientId, signUp }) {
      const Username = await signUp();
      return shapeOfAnswer(client.send(new ResendConfirmationCodeCommand({ ClientId, Username })));
    },
  },
  {
    name: 'ResendConfirmationCode: confirmed user',
    async run({ client, clientId: ClientId, addUser }) {
      const Username = await addUser();
      return shapeOfAnswer(client.send(new ResendConfirmationCodeCommand({ ClientId, Username })));
    },
  },
  {
    name: 'ForgotPassword',
    async run({ client, clientId: ClientId, addUser }) {
      const Username = await addUser();
      return shapeOfAnswer(client.send(new ForgotPasswordCommand({ ClientId, Username })));
    },
  },
  {
    name: 'ForgotPassword: unconfirmed user',
    async run({ client, clientId: ClientId, signUp }) {
      const Username = await signUp();
      return shapeOfAnswer(client.send(new ForgotPasswordCommand({ ClientId, Username })));
    },
  },
  {
    name: 'ForgotPassword: unknown user',
    run: ({ client, clientId: ClientId }) =>
      shapeOfAnswer(client.send(new ForgotPasswordCommand({ ClientId, Username: unknown }))),
  },
  {
    name: 'ConfirmForgotPassword',
    async run({ client, clientId: ClientId, lastCode, addUser }) {
      const Username = await addUser();
      await client.send(new ForgotPasswordCommand({ ClientId, Username }));
      const changed = { ConfirmationCode: lastCode(), Password: 'Another-horse-8' };
      return shapeOfAnswer(client.send(new ConfirmForgotPasswordCommand({ ClientId, Username, ...changed })));
    },
  },
  {
    name: 'ConfirmForgotPassword: another code',
    async run({ client, clientId: ClientId, addUser }) {
      const Username = await addUser();
      const changed = { ConfirmationCode: '000000', Password: 'Another-horse-8' };
      return shapeOfAnswer(client.send(new ConfirmForgotPasswordCommand({ ClientId, Username, ...changed })));
    },
  },
  {
    name: 'ConfirmForgotPassword: short password',
    async run({ client, clientId: ClientId, lastCode, addUser }) {
      const Username = await addUser();
      await client.send(new ForgotPasswordCommand({ ClientId, Username }));
      const changed = { ConfirmationCode: lastCode(), Password: 'Short-1' };
      return shapeOfAnswer(client.send(new ConfirmForgotPasswordCommand({ ClientId, Username, ...changed })));
    },
  },
];
