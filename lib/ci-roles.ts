import { CfnOutput, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { OidcProviderNative, OpenIdConnectPrincipal, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { stackNameOf, stackParts } from './stack-parts.ts';

interface CiRolesProps extends StackProps {
  /** `owner/name` on GitHub. */
  repository: string;
  /** The site whose stacks GitHub's machines may deploy, and show what would change of. */
  siteName: string;
  /** What makes the account trust GitHub, where it does already: it takes one of them for each issuer. */
  providerArn: string | undefined;
  /** The GitHub environment for deployments, whose rules decide who approves. */
  environment: string;
}

const issuer = 'token.actions.githubusercontent.com';

/**
 * What GitHub workflows may do in the account, without a stored key: they use a token of GitHub that names the repository and the purpose.
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
    const idFollows = "CloudFormation ends a stack's name with an id that is another each time it is made.";

    const deployRole = role(
      'DeployRole',
      `Deploys ${siteName}, from the environment ${environment} only.`,
      `environment:${environment}`,
      // The roles from bootstrapping. The first passes the template to CloudFormation, which may do everything.
      new PolicyStatement({
        actions: ['sts:AssumeRole'],
        resources: ['deploy', 'file-publishing', 'lookup'].map(bootstrapped),
      }),
      new PolicyStatement({
        actions: ['cloudformation:DescribeStacks'],
        resources: ['CDKToolkit', ...siteStacks].map(stackArn),
      }),
      // Any zone, because a domain is added to the settings after these roles exist.
      new PolicyStatement({
        actions: ['route53:GetHostedZone'],
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
      'The settings name the zone. Reading a zone reveals only what the DNS publishes, and its comment.',
      'arn:aws:route53:::hostedzone/*',
    );
    // Whoever may push a branch can have a machine say anything in its name. So it may read the
    // templates that are deployed, which hold no secret, and nothing else: the bootstrapped role for
    // looking things up may read most of the account.
    const diffRole = role(
      'DiffRole',
      `Shows on pull requests what would change of ${siteName}.`,
      'pull_request',
      new PolicyStatement({
        actions: ['cloudformation:DescribeStacks', 'cloudformation:GetTemplate'],
        resources: siteStacks.map(stackArn),
      }),
    );
    acknowledgeWildcards(diffRole, idFollows, ...siteStacks.map(everyStackNamed));
  }
}
