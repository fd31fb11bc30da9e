import { Stack } from 'aws-cdk-lib';
import { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';
import { type DeskOperationName, deskRoutes } from '../../contract/operations/desk-routes.ts';
import { applyGrants } from '../grants.ts';
import { OperationFunctions } from '../operation-functions.ts';
import { operationGrants } from '../operation-grants.ts';
import type { ApiStackProps } from './api-stack.ts';

/** The routes of the desk, with their functions. */
export class DeskStack extends Stack {
  constructor(scope: Construct, id: string, props: ApiStackProps) {
    const { parts, httpApi, distributionSecrets, authorizerId, ...stackProps } = props;
    super(scope, id, stackProps);
    new OperationFunctions(this, 'Desk', {
      httpApi: HttpApi.fromHttpApiAttributes(this, 'DeskHttpApi', { httpApiId: httpApi.apiId }),
      distributionSecrets,
      authorizerId,
      names: Object.keys(deskRoutes) as DeskOperationName[],
      grant: (operation, lambda) => applyGrants(lambda, operationGrants[operation], parts),
    });
  }
}
