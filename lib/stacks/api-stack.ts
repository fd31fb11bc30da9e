import { Stack, type StackProps } from 'aws-cdk-lib';
import { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';
import { type SiteOperationName, siteRoutes } from '../../contract/operations/site-routes.ts';
import { ApiStage } from '../api-stage.ts';
import type { DistributionSecrets } from '../distribution-secrets.ts';
import { applyGrants, type Parts } from '../grants.ts';
import { OperationFunctions } from '../operation-functions.ts';
import { operationGrants } from '../operation-grants.ts';

export interface ApiStackProps extends StackProps {
  parts: Parts;
  httpApi: HttpApi;
  distributionSecrets: DistributionSecrets;
  authorizerId: string;
}

/** The routes for visitors and other programs, with their functions. */
export class ApiStack extends Stack {
  constructor(scope: Construct, id: string, props: ApiStackProps) {
    const { parts, httpApi: deployed, distributionSecrets, authorizerId, ...stackProps } = props;
    super(scope, id, stackProps);
    // Imported, so that CDK adds the routes here.
    const httpApi = HttpApi.fromHttpApiAttributes(this, 'HttpApi', { httpApiId: deployed.apiId });
    const { routes } = new OperationFunctions(this, 'Api', {
      httpApi,
      distributionSecrets,
      authorizerId,
      names: Object.keys(siteRoutes) as SiteOperationName[],
      grant: (operation, lambda) => applyGrants(lambda, operationGrants[operation], parts),
    });
    new ApiStage(this, 'ApiStage', { httpApi, routes });
  }
}
