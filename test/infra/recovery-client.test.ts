import { Match } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { stages } from '../../lib/stages.ts';
import { resourcesOf, synthesize, synthesizeParts } from './synthesize.ts';

const site = await synthesize(stages.dev);
const { data } = await synthesizeParts(stages.dev);
const [, client] =
  resourcesOf(site, 'AWS::Cognito::UserPoolClient').find(([id]) => id.includes('Recovery')) ?? [];

test('checks passwords with a client that works only with permission on the pool', () => {
  site.hasResourceProperties('AWS::Cognito::UserPoolClient', {
    ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
    GenerateSecret: false,
    EnableTokenRevocation: true,
    PreventUserExistenceErrors: 'ENABLED',
    AllowedOAuthFlowsUserPoolClient: false,
    AllowedOAuthFlows: Match.absent(),
    ReadAttributes: ['email'],
    AccessTokenValidity: 5,
    RefreshTokenValidity: 60,
  });
  expect(client).toBeDefined();
});

test('accepts none of its tokens at the API', () => {
  const [authorizer] = resourcesOf(site, 'AWS::ApiGatewayV2::Authorizer');
  const audiences = JSON.stringify(authorizer?.[1].Properties.JwtConfiguration.Audience);
  expect(audiences).toContain('UserPoolWeb');
  expect(audiences).not.toContain('Recovery');
});

test('does not publish the client to browsers', () => {
  const published = JSON.stringify(data.toJSON().Outputs.WebSettings);
  expect(published).toContain('UserPoolWeb');
  expect(published).not.toContain('Recovery');
});
