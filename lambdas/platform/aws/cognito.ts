import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { forApiFunctions } from './timeouts.ts';

export const cognito = () => new CognitoIdentityProviderClient(forApiFunctions);
