import type { WebSettings } from '../../../contract/records/web-settings.ts';
import { isPasskeyHost } from '../../../contract/rules/passkey-host.ts';
import { type Finding, ok, warning } from './finding.ts';

/** Checks that browsers can use the stage's passkeys at the address of the site. */
export function checkPasskeys(siteUrl: string, { passkeyDomain }: WebSettings): Finding {
  const { hostname } = new URL(siteUrl);
  if (!passkeyDomain) return ok('are off, because the stage has no domain');
  if (isPasskeyHost(hostname, passkeyDomain)) return ok(`belong to ${passkeyDomain}`);
  return warning(
    `belong to ${passkeyDomain}, but visitors use ${hostname}: browsers refuse them there`,
    'docs/deploy.md, "Passkeys", explains what happens when the domain changes.',
  );
}
