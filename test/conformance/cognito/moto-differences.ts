import type { ExplainedDifference } from '../comparison.ts';

const api = (operation: string) =>
  `https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_${operation}.html`;
const guide = (page: string) => `https://docs.aws.amazon.com/cognito/latest/developerguide/${page}.html`;

/** An operation that Moto does not implement, so that its answer is an error. */
const missing = (operation: string, probes = [operation]): ExplainedDifference => ({
  probes,
  right: 'ours',
  why: `Not compared: Moto does not implement ${operation}.`,
  source: api(operation),
});

/** What Moto does in another way than AWS documents. */
export const motoDifferences: ExplainedDifference[] = [
  missing('ResendConfirmationCode'),
  missing('GetTokensFromRefreshToken'),
  missing('RevokeToken'),
  missing('GetUserAttributeVerificationCode'),
  missing('VerifyUserAttribute'),
  missing('DeleteUser'),
  missing('StartWebAuthnRegistration'),
  missing('CompleteWebAuthnRegistration', ['CompleteWebAuthnRegistration: invalid credential']),
  missing('ListWebAuthnCredentials'),
  missing('DeleteWebAuthnCredential', ['DeleteWebAuthnCredential: unknown passkey']),
  {
    probes: ['InitiateAuth USER_AUTH'],
    right: 'ours',
    why: 'Moto does not implement the flow USER_AUTH.',
    source: api('InitiateAuth'),
  },
  {
    probes: ['GetUserPoolMfaConfig'],
    right: 'ours',
    why: 'Moto does not implement the settings of passkeys.',
    source: api('GetUserPoolMfaConfig'),
  },
  {
    probes: ['ConfirmSignUp: wrong code'],
    right: 'ours',
    why: 'Moto sends no codes and accepts any code.',
    source: api('ConfirmSignUp'),
  },
  {
    probes: ['ConfirmForgotPassword: another code', 'ConfirmForgotPassword: short password'],
    right: 'ours',
    why: 'Moto accepts any code that it did not make, and does not check the password.',
    source: api('ConfirmForgotPassword'),
  },
  {
    probes: [
      'ConfirmSignUp: unknown user',
      'InitiateAuth USER_SRP_AUTH: unknown user',
      'RespondToAuthChallenge PASSWORD_VERIFIER: unknown user',
      'AdminInitiateAuth ADMIN_USER_PASSWORD_AUTH: unknown user',
    ],
    right: 'ours',
    why: 'Our app clients have PreventUserExistenceErrors, which Moto ignores.',
    source: guide('cognito-user-pool-managing-errors'),
  },
  {
    probes: ['InitiateAuth USER_SRP_AUTH'],
    right: 'both',
    why: 'Session is optional here. An SRP client returns SECRET_BLOCK.',
    source: api('InitiateAuth'),
  },
  {
    probes: ['InitiateAuth REFRESH_TOKEN_AUTH'],
    right: 'ours',
    why: 'The answer contains ChallengeParameters, which are empty.',
    source: api('InitiateAuth'),
  },
  {
    probes: ['RespondToAuthChallenge PASSWORD_VERIFIER: wrong password'],
    right: 'ours',
    why: 'Moto does not check the proof of the password.',
    source: guide('amazon-cognito-user-pools-authentication-flow-methods'),
  },
  {
    probes: ['RespondToAuthChallenge PASSWORD_VERIFIER: with an app'],
    right: 'both',
    why: 'ChallengeParameters may contain what helps a client to answer.',
    source: api('RespondToAuthChallenge'),
  },
  {
    probes: ['RespondToAuthChallenge SOFTWARE_TOKEN_MFA: unknown session'],
    right: 'ours',
    why: 'An invalid session is NotAuthorizedException. ResourceNotFoundException is for pools and app clients.',
    source: api('RespondToAuthChallenge'),
  },
  {
    probes: ['VerifySoftwareToken'],
    right: 'both',
    why: 'Session is only for a request with a session instead of an access token. Moto sends an empty one.',
    source: api('VerifySoftwareToken'),
  },
  {
    probes: ['VerifySoftwareToken: wrong code'],
    right: 'ours',
    why: 'A wrong first code is EnableSoftwareTokenMFAException.',
    source: api('VerifySoftwareToken'),
  },
  {
    probes: ['UpdateUserAttributes: new address'],
    right: 'ours',
    why: 'The answer says where the code was sent.',
    source: api('UpdateUserAttributes'),
  },
  {
    probes: ['UpdateUserAttributes: same address'],
    right: 'ours',
    why: 'Moto refuses the address of the person themselves. AliasExistsException is for an address of another account.',
    source: api('UpdateUserAttributes'),
  },
  {
    probes: ['GetUser', 'GetUser: with an app', 'AdminGetUser'],
    right: 'ours',
    why: 'MFAOptions is no longer supported, and the two settings are optional.',
    source: api('GetUser'),
  },
  {
    probes: ['ListUsersInGroup', 'ListUsers: pages', 'ListUsers: by address', 'ListUsers: by beginning'],
    right: 'ours',
    why: 'MFAOptions is no longer supported.',
    source: api('UserType'),
  },
  {
    probes: ['AdminListGroupsForUser'],
    right: 'both',
    why: 'Description is optional. Our groups have none.',
    source: api('GroupType'),
  },
];
