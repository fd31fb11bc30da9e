import { Validations } from 'aws-cdk-lib';
import type { IOrigin } from 'aws-cdk-lib/aws-cloudfront';
import { FunctionUrlOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { FunctionUrlAuthType } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { LambdaFunction } from './lambda-function.ts';
import type { Storage } from './storage.ts';

/**
 * The origin that CloudFront asks when a bucket returns 404. It returns the 404 page. CloudFront's
 * own error pages apply to the whole distribution, so they would also replace the errors of the
 * API.
 */
export class MissingPage extends Construct {
  readonly origin: IOrigin;

  constructor(scope: Construct, id: string, storage: Storage) {
    super(scope, id);
    const lambda = new LambdaFunction(this, 'missingPage');
    storage.allowMissingPage(lambda);
    Validations.of(lambda).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason: 'CloudFront waits for its answer, so the visitor sees a failure.',
    });
    const url = lambda.addFunctionUrl({ authType: FunctionUrlAuthType.AWS_IAM });
    this.origin = FunctionUrlOrigin.withOriginAccessControl(url);
  }
}
