import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { soon } from './timeouts.ts';

export const cognito = () => new CognitoIdentityProviderClient(soon);
