/** How Amplify and the user pool sign in with a passkey. */
export const withPasskey = {
  options: { options: { authFlowType: 'USER_AUTH', preferredChallenge: 'WEB_AUTHN' } },
  /** The user pool waits three minutes for the browser, which waits for the person. */
  wait: { seconds: 180 },
} as const;
