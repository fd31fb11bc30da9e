import { CfnOutput, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { OidcProviderNative, OpenIdConnectPrincipal, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { stackNameOf, stackParts } from './stack-parts.ts';

interface CiRolesProps extends StackProps {
  /** `owner/name` on GitHub. */
  repository: string;
  /** The site whose stacks GitHub Actions may deploy and compare. */
  siteName: string;
  /**
   * The account's existing OIDC provider for GitHub: an account can have only one for each issuer.
   */
  providerArn: string | undefined;
  /** The GitHub environment for deployments. Its rules decide who approves. */
  environment: string;
}

const issuer = 'token.actions.githubusercontent.com';

/**
 * The permissions of GitHub workflows in the account. They need no stored key, because they use a
 * token of GitHub that names the repository and the purpose.
 * @see https://docs.github.com/en/actions/reference/security/oidc
 */
export class CiRoles extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { repository, siteName, providerArn, environment, ...props }: CiRolesProps,
  ) {
    super(scope, id, props);
    const provider = providerArn
      ? OidcProviderNative.fromOidcProviderArn(this, 'GitHub', providerArn)
      : new OidcProviderNative(this, 'GitHub', {
          url: `https://${issuer}`,
          clientIds: ['sts.amazonaws.com'],
        });
    const role = (name: string, description: string, subject: string, ...rights: PolicyStatement[]) => {
      const made = new Role(this, name, {
        description,
        assumedBy: new OpenIdConnectPrincipal(provider, {
          StringEquals: {
            [`${issuer}:aud`]: 'sts.amazonaws.com',
            [`${issuer}:sub`]: `repo:${repository}:${subject}`,
          },
        }),
      });
      for (const right of rights) made.addToPolicy(right);
      new CfnOutput(this, `${name}Arn`, { value: made.roleArn });
      return made;
    };
    const stackArn = (name: string) =>
      this.formatArn({ service: 'cloudformation', resource: 'stack', resourceName: `${name}/*` });
    const bootstrapped = (name: string) =>
      this.formatArn({
        service: 'iam',
        region: '',
        resource: 'role',
        resourceName: `cdk-hnb659fds-${name}-role-${this.account}-${this.region}`,
      });
    const acknowledgeWildcards = (of: Role, reason: string, ...resources: string[]) =>
      Validations.of(of).acknowledge(
        ...resources.map((resource) => ({ id: `AwsSolutions-IAM5[Resource::${resource}]`, reason })),
      );
    const everyStackNamed = (name: string) =>
      `arn:aws:cloudformation:${this.region}:<AWS::AccountId>:stack/${name}/*`;
    const siteStacks = stackParts.map((part) => stackNameOf(siteName, part));
    const idFollows =
      "CloudFormation appends an id to a stack's name, which differs each time the stack is created.";

    const deployRole = role(
      'DeployRole',
      `Deploys ${siteName}, only from the environment ${environment}.`,
      `environment:${environment}`,
      // The roles from bootstrapping. The deploy role passes the template to CloudFormation, which
      // has all permissions.
      new PolicyStatement({
        actions: ['sts:AssumeRole'],
        resources: ['deploy', 'file-publishing', 'lookup'].map(bootstrapped),
      }),
      // The rest is for the checks before a deployment.
      new PolicyStatement({
        actions: ['cloudformation:DescribeStacks', 'cloudformation:ListStackResources'],
        resources: ['CDKToolkit', ...siteStacks].map(stackArn),
      }),
      // Any identity and any zone, because the settings change after these roles exist.
      new PolicyStatement({
        actions: ['ses:GetEmailIdentity'],
        resources: [this.formatArn({ service: 'ses', resource: 'identity', resourceName: '*' })],
      }),
      new PolicyStatement({
        actions: ['route53:GetHostedZone', 'route53:ListResourceRecordSets'],
        resources: [
          this.formatArn({
            service: 'route53',
            region: '',
            account: '',
            resource: 'hostedzone',
            resourceName: '*',
          }),
        ],
      }),
    );
    acknowledgeWildcards(deployRole, idFollows, ...['CDKToolkit', ...siteStacks].map(everyStackNamed));
    acknowledgeWildcards(
      deployRole,
      'The settings name the sender. Reading an identity reveals only its state and its public records.',
      `arn:aws:ses:${this.region}:<AWS::AccountId>:identity/*`,
    );
    acknowledgeWildcards(
      deployRole,
      'The settings name the zone. Reading a zone reveals only its public records and its comment.',
      'arn:aws:route53:::hostedzone/*',
    );
    // Anyone who can push a branch can run code with this role. So it may only read the deployed
    // templates, which contain no secrets. The bootstrapped lookup role may read most of the
    // account.
    const diffRole = role(
      'DiffRole',
      `Shows on pull requests how ${siteName} would change.`,
      'pull_request',
      new PolicyStatement({
        actions: ['cloudformation:DescribeStacks', 'cloudformation:GetTemplate'],
        resources: siteStacks.map(stackArn),
      }),
    );
    acknowledgeWildcards(diffRole, idFollows, ...siteStacks.map(everyStackNamed));
  }
}
