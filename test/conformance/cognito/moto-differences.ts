import type { ExplainedDifference } from '../comparison.ts';

const api = (operation: string) =>
  `https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_${operation}.html`;
const guide = (page: string) => `https://docs.aws.amazon.com/cognito/latest/developerguide/${page}.html`;

/** An operation that moto does not implement, so that its answer is an error. */
const missing = (operation: string, probes: ExplainedDifference['probes']): ExplainedDifference => ({
  probes,
  right: 'not compared',
  why: `moto does not implement ${operation}.`,
  source: api(operation),
});

/** The differences between moto and the documentation of AWS. */
export const motoDifferences: ExplainedDifference[] = [
  missing('ResendConfirmationCode', {
    ResendConfirmationCode: '3fed4b36',
    'ResendConfirmationCode: confirmed user': '4ac1c4fd',
  }),
  missing('GetTokensFromRefreshToken', { GetTokensFromRefreshToken: '9f56e082' }),
  missing('RevokeToken', { RevokeToken: '57905f3d', 'RevokeToken: of a function': '57905f3d' }),
  missing('GetUserAttributeVerificationCode', { GetUserAttributeVerificationCode: '3fed4b36' }),
  missing('VerifyUserAttribute', { VerifyUserAttribute: '57905f3d' }),
  missing('DeleteUser', { DeleteUser: '57905f3d' }),
  missing('StartWebAuthnRegistration', { StartWebAuthnRegistration: '3e286edb' }),
  missing('CompleteWebAuthnRegistration', {
    CompleteWebAuthnRegistration: '66310e9e',
    'CompleteWebAuthnRegistration: not begun': '914731d2',
    'CompleteWebAuthnRegistration: invalid credential': '6b7379a5',
  }),
  missing('ListWebAuthnCredentials', {
    ListWebAuthnCredentials: '0554ce55',
    'ListWebAuthnCredentials: with a passkey': '4b14ad74',
    'ListWebAuthnCredentials: deleted user': '0fa5a7c1',
  }),
  missing('DeleteWebAuthnCredential', {
    DeleteWebAuthnCredential: '66310e9e',
    'DeleteWebAuthnCredential: unknown passkey': 'eb95bad7',
  }),
  {
    probes: {
      'InitiateAuth USER_AUTH': '04a8b953',
      'InitiateAuth USER_AUTH: with a passkey': '3efc4aac',
      'RespondToAuthChallenge WEB_AUTHN': 'a13c9f5c',
      'RespondToAuthChallenge WEB_AUTHN: another passkey': '7504136e',
      'RespondToAuthChallenge WEB_AUTHN: another site': '7504136e',
    },
    right: 'not compared',
    why: 'moto does not implement the flow USER_AUTH.',
    source: api('InitiateAuth'),
  },
  {
    probes: { GetUserPoolMfaConfig: '683cf1ff' },
    right: 'not compared',
    why: 'moto does not implement the settings of passkeys.',
    source: api('GetUserPoolMfaConfig'),
  },
  {
    probes: { 'ConfirmSignUp: wrong code': '56dbbaf8' },
    right: 'ours',
    why: 'A wrong code is CodeMismatchException. moto sends no codes and accepts any code.',
    source: api('ConfirmSignUp'),
  },
  {
    probes: { 'ConfirmSignUp: confirmed user': 'b90188ad' },
    right: 'ours',
    why: 'Cognito answers "User cannot be confirmed. Current status is CONFIRMED" (NotAuthorizedException). AWS documents the error, but not when it occurs.',
    source: 'https://github.com/furaiev/amazon-cognito-identity-dart-2/issues/80',
  },
  {
    probes: { 'ConfirmForgotPassword: another code': 'f2dbd993' },
    right: 'ours',
    why: 'Without a request for a code, Cognito answers ExpiredCodeException. moto accepts any code that it did not make.',
    source: guide('cognito-user-pool-managing-errors'),
  },
  {
    probes: { 'ConfirmForgotPassword: short password': '2f4c3a05' },
    right: 'ours',
    why: 'A password that violates the policy is InvalidPasswordException. moto does not check it.',
    source: api('ConfirmForgotPassword'),
  },
  {
    probes: { 'ConfirmSignUp: unknown user': 'a5c14963' },
    right: 'ours',
    why: 'Our app clients have PreventUserExistenceErrors, which moto ignores. AWS does not document which error hides that the user does not exist.',
    source: guide('cognito-user-pool-managing-errors'),
  },
  {
    probes: {
      'InitiateAuth USER_SRP_AUTH: unknown user': '9188e149',
      'RespondToAuthChallenge PASSWORD_VERIFIER: unknown user': '000a0ee9',
      'AdminInitiateAuth ADMIN_USER_PASSWORD_AUTH: unknown user': '7f2d2006',
    },
    right: 'ours',
    why: 'Our app clients have PreventUserExistenceErrors, which moto ignores.',
    source: guide('cognito-user-pool-managing-errors'),
  },
  {
    probes: {
      'RespondToAuthChallenge PASSWORD_VERIFIER: unconfirmed user': '1d51fcf3',
      'RespondToAuthChallenge PASSWORD_VERIFIER: disabled user': '2e10b883',
    },
    right: 'both',
    why: 'AWS documents the error for both steps of a sign-in, but not in which step it occurs. moto answers it to the first step, before the password.',
    source: api('RespondToAuthChallenge'),
  },
  {
    probes: { 'AdminInitiateAuth ADMIN_USER_PASSWORD_AUTH: unconfirmed user': '167557ef' },
    right: 'ours',
    why: 'A user who did not confirm the address cannot sign in (UserNotConfirmedException). moto checks it only in InitiateAuth.',
    source: api('AdminInitiateAuth'),
  },
  {
    probes: { 'AdminInitiateAuth ADMIN_USER_PASSWORD_AUTH: with an app': 'd6001ab3' },
    right: 'ours',
    why: 'The parameters of a challenge after a password contain the id of the user. AWS documents it for SRP, and shows it in an example of this operation.',
    source: 'https://github.com/aws/aws-cli/blob/develop/awscli/examples/cognito-idp/admin-initiate-auth.rst',
  },
  {
    probes: { 'InitiateAuth USER_SRP_AUTH': '36a179b1' },
    right: 'both',
    why: 'AWS documents a session for each challenge. An SRP client sends back SECRET_BLOCK and needs none.',
    source: api('InitiateAuth'),
  },
  {
    probes: { 'InitiateAuth REFRESH_TOKEN_AUTH': '30756cef' },
    right: 'both',
    why: 'ChallengeParameters are optional. Ours are empty, because there is no challenge.',
    source: api('InitiateAuth'),
  },
  {
    probes: { 'RespondToAuthChallenge PASSWORD_VERIFIER: wrong password': '52979ca5' },
    right: 'ours',
    why: 'A wrong proof of the password is NotAuthorizedException. moto does not check it.',
    source: guide('cognito-user-pool-managing-errors'),
  },
  {
    probes: { 'RespondToAuthChallenge PASSWORD_VERIFIER: with an app': 'd6001ab3' },
    right: 'both',
    why: 'ChallengeParameters help a client to answer. AWS does not document which of them this challenge has.',
    source: api('RespondToAuthChallenge'),
  },
  {
    probes: { 'RespondToAuthChallenge PASSWORD_VERIFIER: after the app was turned off': '94cc5f95' },
    right: 'ours',
    why: 'The preference turns the factor off. moto asks for a code as long as the app is verified.',
    source: api('AdminSetUserMFAPreference'),
  },
  {
    probes: { 'RespondToAuthChallenge SOFTWARE_TOKEN_MFA: code of the verification': '1f8f884d' },
    right: 'ours',
    why: 'Cognito answers "Your software token has already been used once" (ExpiredCodeException). AWS documents the error, but not when it occurs.',
    source:
      'https://github.com/aws-amplify/amplify-swift/blob/main/AmplifyPlugins/Auth/Tests/AuthHostApp/AuthIntegrationTests/MFATests/MFASignInTests.swift',
  },
  {
    probes: { 'RespondToAuthChallenge SOFTWARE_TOKEN_MFA: no username': '4a2a8a78' },
    right: 'ours',
    why: 'All challenges require USERNAME, and a missing parameter is InvalidParameterException. moto looks for a user without a name.',
    source: api('RespondToAuthChallenge'),
  },
  {
    probes: { 'RespondToAuthChallenge SOFTWARE_TOKEN_MFA: unknown session': '4b912037' },
    right: 'ours',
    why: 'Cognito answers "Invalid session for the user" (NotAuthorizedException). AWS documents both errors, but not when they occur.',
    source: 'https://github.com/aws-samples/amazon-cognito-passwordless-email-auth/issues/17',
  },
  {
    probes: { VerifySoftwareToken: '89c7c6c4' },
    right: 'both',
    why: 'The session is for the challenge MFA_SETUP, which this request does not answer. moto sends an empty one.',
    source: api('VerifySoftwareToken'),
  },
  {
    probes: { 'VerifySoftwareToken: wrong code': '46eb00ac' },
    right: 'ours',
    why: 'Cognito throws EnableSoftwareTokenMFAException when the first code is wrong.',
    source: api('VerifySoftwareToken'),
  },
  {
    probes: { 'UpdateUserAttributes: new address': 'dcdd98ca' },
    right: 'ours',
    why: 'The answer says where Cognito sent the code.',
    source: api('UpdateUserAttributes'),
  },
  {
    probes: { 'UpdateUserAttributes: same address': '0db59be6' },
    right: 'ours',
    why: 'AliasExistsException is for an address of another user. moto also throws it for the current address of the user.',
    source: api('UpdateUserAttributes'),
  },
  {
    probes: {
      GetUser: 'b92de14c',
      'GetUser: with an app': '3ebd323a',
      AdminGetUser: '2b01898c',
      'AdminGetUser: by user id': '2b01898c',
    },
    right: 'ours',
    why: 'MFAOptions is no longer supported, and the two other settings are optional.',
    source: api('GetUser'),
  },
  {
    probes: {
      ListUsersInGroup: 'df8aacc9',
      'ListUsers: pages': '14a767c1',
      'ListUsers: by address': 'df8aacc9',
      'ListUsers: by beginning': 'df8aacc9',
    },
    right: 'both',
    why: 'MFAOptions is optional. moto sends an empty list.',
    source: api('UserType'),
  },
  {
    probes: { 'GlobalSignOut: deleted user': 'b90188ad', 'AssociateSoftwareToken: deleted user': '7f2d2006' },
    right: 'ours',
    why: 'AWS does not document UserNotFoundException for these operations. NotAuthorizedException is the documented error that fits best.',
    source: api('GlobalSignOut'),
  },
  {
    probes: { 'GetUser: signed out': 'aea6cbed' },
    right: 'ours',
    why: 'AdminUserGlobalSignOut revokes the access tokens. moto looks for them by the user id, and not by the address.',
    source: api('AdminUserGlobalSignOut'),
  },
  {
    probes: { AdminListGroupsForUser: '63f27551' },
    right: 'both',
    why: 'Description is optional. Our groups have none.',
    source: api('GroupType'),
  },
];
