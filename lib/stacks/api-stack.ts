import { Stack, type StackProps } from 'aws-cdk-lib';
import { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';
import { Api } from '../api.ts';
import type { DistributionSecrets } from '../distribution-secrets.ts';
import { applyGrants, type Parts } from '../grants.ts';
import { operationGrants } from '../operation-grants.ts';

interface ApiStackProps extends StackProps {
  parts: Parts;
  httpApi: HttpApi;
  distributionSecrets: DistributionSecrets;
}

/** The routes of the API and their functions. */
export class ApiStack extends Stack {
  constructor(scope: Construct, id: string, props: ApiStackProps) {
    const { parts, httpApi, distributionSecrets, ...stackProps } = props;
    super(scope, id, stackProps);
    const api = new Api(this, 'Api', {
      // Imported, so that CDK adds routes and their authorizer here.
      httpApi: HttpApi.fromHttpApiAttributes(this, 'HttpApi', { httpApiId: httpApi.apiId }),
      distributionSecrets,
    });
    api.addOperations(parts.accounts, (operation, lambda) =>
      applyGrants(lambda, operationGrants[operation], parts),
    );
  }
}
