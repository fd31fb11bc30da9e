import { App } from 'aws-cdk-lib';
import { CiRoles } from '../lib/ci-roles.ts';
import { region, stackName } from '../lib/stages.ts';

/** The roles for GitHub's machines, once for each account; docs/deploy.md has the command. */
const app = new App();
const repository: unknown = app.node.tryGetContext('repository');
if (typeof repository !== 'string' || !/^[\w.-]+\/[\w.-]+$/.test(repository)) {
  throw new Error('Say for which repository: --context repository=<owner>/<name>');
}

new CiRoles(app, 'lorewright-ci', {
  repository,
  siteStackName: stackName('prod'),
  environment: 'prod',
  env: { region },
  description: 'What GitHub may do in this account for the Lorewright website',
});
