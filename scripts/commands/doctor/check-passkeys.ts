import {
  type CognitoIdentityProviderClient,
  GetUserPoolMfaConfigCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { WebSettings } from '../../../contract/records/web-settings.ts';
import { isPasskeyHost } from '../../../contract/rules/passkey-host.ts';
import { type Finding, ok, warning } from './finding.ts';

/** Checks that the user pool has the stage's passkeys, and that browsers can use them at the address of the site. */
export async function checkPasskeys(
  cognito: CognitoIdentityProviderClient,
  siteUrl: string,
  { passkeyDomain, userPoolId }: Pick<WebSettings, 'passkeyDomain' | 'userPoolId'>,
): Promise<Finding> {
  if (!passkeyDomain) return ok('are off, because the stage has no domain');
  const { WebAuthnConfiguration: pool = {} } = await cognito.send(
    new GetUserPoolMfaConfigCommand({ UserPoolId: userPoolId }),
  );
  const { hostname } = new URL(siteUrl);
  const { RelyingPartyId: relyingParty } = pool;
  if (!relyingParty)
    return warning(
      `are offered by the site, but the user pool has none`,
      'Deploy again. If this stays, docs/deploy.md, "Passkeys", says what the user pool needs.',
    );
  if (isPasskeyHost(hostname, relyingParty)) return ok(`belong to ${relyingParty}`);
  return warning(
    `belong to ${relyingParty}, but visitors use ${hostname}: browsers refuse them there`,
    'docs/deploy.md, "Passkeys", explains what happens when the domain changes.',
  );
}
