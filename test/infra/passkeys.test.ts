import { Match } from 'aws-cdk-lib/assertions';
import { describe, it } from 'vitest';
import { stages } from '../../lib/stages.ts';
import { synthesize } from './synthesize.ts';

const domain = { name: 'lorewright.example', hostedZoneId: 'Z0123456789ABC' };

describe('a stage with a domain', async () => {
  const site = await synthesize({ ...stages.prod, domain });

  it('has passkeys of that domain, which count as both factors', () => {
    site.hasResourceProperties('AWS::Cognito::UserPool', {
      Policies: { SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'WEB_AUTHN'] } },
      WebAuthnRelyingPartyID: 'lorewright.example',
      WebAuthnUserVerification: 'required',
      WebAuthnFactorConfiguration: 'MULTI_FACTOR_WITH_USER_VERIFICATION',
      MfaConfiguration: 'OPTIONAL',
    });
    site.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_USER_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
    });
  });
});

describe('a stage without a domain', async () => {
  const site = await synthesize(stages.prod);

  it('has no passkeys, because the name of its distribution can change', () => {
    site.hasResourceProperties('AWS::Cognito::UserPool', {
      WebAuthnRelyingPartyID: Match.absent(),
      WebAuthnFactorConfiguration: Match.absent(),
    });
    site.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
    });
  });
});
