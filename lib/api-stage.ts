import { RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  type CfnStage,
  type HttpRoute,
  HttpStage,
  type IHttpApi,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { logDays } from '../contract/rules/retention.ts';
import { busyThrottle, routeThrottles } from './route-throttles.ts';

/**
 * The logged fields of a request, including requests that reach no function. No address and no
 * query.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html
 */
const logFormat = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  route: '$context.routeKey',
  status: '$context.status',
  error: '$context.error.message',
  refusedToken: '$context.authorizer.error',
  functionRequestId: '$context.integration.requestId',
  functionError: '$context.integrationErrorMessage',
  functionMs: '$context.integrationLatency',
  responseMs: '$context.responseLatency',
  responseBytes: '$context.responseLength',
};

/** The stage of the API: its logs, and how many requests each operation for visitors answers. */
export class ApiStage extends Construct {
  constructor(scope: Construct, id: string, props: { httpApi: IHttpApi; routes: HttpRoute[] }) {
    super(scope, id);
    const stage = new HttpStage(this, 'Stage', {
      httpApi: props.httpApi,
      stageName: '$default',
      autoDeploy: true,
      throttle: busyThrottle,
      accessLogSettings: {
        destination: new LogGroupLogDestination(
          new LogGroup(this, 'RequestLogs', {
            retention: logDays,
            removalPolicy: RemovalPolicy.DESTROY,
          }),
        ),
        format: AccessLogFormat.custom(JSON.stringify(logFormat)),
      },
    });
    // API Gateway rejects settings for a route that does not exist yet.
    for (const route of props.routes) stage.node.addDependency(route);
    const resource = stage.node.defaultChild as CfnStage;
    // CDK passes this property on unchanged, so its names are those of CloudFormation.
    resource.routeSettings = routeThrottles;
  }
}
