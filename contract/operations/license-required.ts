/** The answer to an updater that sends neither a license nor an access token. */
export const licenseRequired =
  'An update needs a license. Add the license file from your account page to the app, or sign in.';
