import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';

/** The user pool behind a site, for what a person could do without our pages. */
export const cognitoOf = (siteUrl: string) =>
  new CognitoIdentityProviderClient({
    endpoint: `${siteUrl}/__local/cognito`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
