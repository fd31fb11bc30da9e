import { Stack, type StackProps } from 'aws-cdk-lib';
import { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';
import { type ServiceName, services } from '../../contract/operations/services.ts';
import { ApiStage } from '../api-stage.ts';
import type { DistributionSecrets } from '../distribution-secrets.ts';
import { applyGrants, type Parts } from '../grants.ts';
import { operationGrants } from '../operation-grants.ts';
import { ServiceFunctions } from '../service-functions.ts';

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
    const { routes } = new ServiceFunctions(this, 'Api', {
      httpApi,
      distributionSecrets,
      authorizerId,
      names: (Object.keys(services) as ServiceName[]).filter((name) => name !== 'desk'),
      grant: (operation, lambda) => applyGrants(lambda, operationGrants[operation], parts),
    });
    new ApiStage(this, 'ApiStage', { httpApi, routes });
  }
}
