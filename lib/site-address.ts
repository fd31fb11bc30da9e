import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';

/**
 * The address of the site, in a parameter. Triggers of the user pool read it when they run, because
 * the pool is deployed before the distribution, which gives the site its address.
 */
export class SiteAddress {
  private readonly parameterName: string;

  /** @param siteName is in the name of the parameter, because stages may share an account */
  constructor(siteName: string) {
    this.parameterName = `/${siteName}/site-url`;
  }

  store(scope: Construct, url: string): void {
    new StringParameter(scope, 'SiteUrlParameter', {
      parameterName: this.parameterName,
      stringValue: url,
      description: 'The address of the site, for functions that are deployed before it is known.',
    });
  }

  allowRead(lambda: Lambda): void {
    lambda.addEnvironment('SITE_URL_PARAMETER', this.parameterName);
    lambda.addToRolePolicy(
      new PolicyStatement({
        actions: ['ssm:GetParameter'],
        resources: [
          Stack.of(lambda).formatArn({
            service: 'ssm',
            resource: 'parameter',
            resourceName: this.parameterName.slice(1),
          }),
        ],
      }),
    );
  }
}
