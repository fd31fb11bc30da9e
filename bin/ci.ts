import { checkedApp } from '../lib/checked-app.ts';
import { CiRoles } from '../lib/ci-roles.ts';
import { region, siteNameOf } from '../lib/stages.ts';

/** Creates the roles for GitHub Actions, once for each account; docs/deploy.md has the command. */
const app = checkedApp();
const repository: unknown = app.node.tryGetContext('repository');
if (typeof repository !== 'string' || !/^[\w.-]+\/[\w.-]+$/.test(repository)) {
  throw new Error('Name the repository: --context repository=<owner>/<name>');
}
const providerArn: unknown = app.node.tryGetContext('provider');
if (
  providerArn !== undefined &&
  !/^arn:aws:iam::\d{12}:oidc-provider\/token\.actions\.githubusercontent\.com$/.test(String(providerArn))
) {
  throw new Error(
    'To use the OIDC provider for GitHub that the account already has, pass its ARN: --context provider=arn:aws:iam::<account>:oidc-provider/token.actions.githubusercontent.com',
  );
}

new CiRoles(app, 'lorewright-ci', {
  repository,
  providerArn: providerArn === undefined ? undefined : String(providerArn),
  siteName: siteNameOf('prod'),
  environment: 'prod',
  env: { region },
  description: 'The permissions of GitHub Actions for the Lorewright website in this account',
});
