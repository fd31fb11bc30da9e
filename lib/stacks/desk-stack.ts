import { Stack } from 'aws-cdk-lib';
import { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';
import { applyGrants } from '../grants.ts';
import { operationGrants } from '../operation-grants.ts';
import { ServiceFunctions } from '../service-functions.ts';
import type { ApiStackProps } from './api-stack.ts';

/** The routes of the desk, with their function. */
export class DeskStack extends Stack {
  constructor(scope: Construct, id: string, props: ApiStackProps) {
    const { parts, httpApi, distributionSecrets, authorizerId, ...stackProps } = props;
    super(scope, id, stackProps);
    new ServiceFunctions(this, 'Desk', {
      httpApi: HttpApi.fromHttpApiAttributes(this, 'DeskHttpApi', { httpApiId: httpApi.apiId }),
      distributionSecrets,
      authorizerId,
      names: ['desk'],
      grant: (operation, lambda) => applyGrants(lambda, operationGrants[operation], parts),
    });
  }
}
