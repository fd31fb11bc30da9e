import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  type CfnStage,
  HttpMethod,
  HttpNoneAuthorizer,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  type IHttpApi,
  LogGroupLogDestination,
  type ThrottleSettings,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpUserPoolAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { needsToken, type Route } from '../contract/operations/route.ts';
import { type OperationName, routes } from '../contract/operations/routes.ts';
import { logDays } from '../contract/rules/retention.ts';
import type { Accounts } from './accounts.ts';
import type { DistributionSecrets } from './distribution-secrets.ts';
import { LambdaFunction } from './lambda-function.ts';

/**
 * Operations that wait for Stripe, which may answer only at the second attempt, or for several calls
 * of Cognito. HTTP APIs wait for 30 seconds.
 */
const timeoutSeconds: Partial<Record<OperationName, number>> = {
  checkout: 25,
  confirmCheckout: 25,
  recoverAccount: 25,
};

/**
 * Requests per second over all visitors; above it, API Gateway returns 429. Each route has its own
 * limit, so that the polling of open pages does not slow down buyers or Stripe.
 */
const usualThrottle: ThrottleSettings = { rateLimit: 50, burstLimit: 100 };
/** For requests that pages and updaters send automatically. */
const busyThrottle: ThrottleSettings = { rateLimit: 200, burstLimit: 400 };
const throttles: Partial<Record<OperationName, ThrottleSettings>> = {
  me: busyThrottle,
  referralImpression: busyThrottle,
  updateFile: busyThrottle,
  // Stripe sends events in bursts, and waits before it retries a rejected one.
  stripeWebhook: { rateLimit: 100, burstLimit: 300 },
};

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

/** Why a route needs no token, by caller. */
const reasonsToBeOpen: Record<Exclude<Route['caller'], 'user' | 'admin'>, string> = {
  anyone: 'For visitors without an account. Calls are limited by network address (docs/decisions/014).',
  'mail program': 'RFC 8058: an email program has no access token. We sign and check the token in the URL.',
  stripe: 'Stripe has no access token. It signs the body, and the function checks the signature.',
  updater:
    'The authorizer accepts only access tokens. The function verifies access tokens and license files (docs/decisions/039).',
};

/** The API: one route and one function per operation of the contract. */
export class Api extends Construct {
  private readonly httpApi: IHttpApi;
  private readonly stage: HttpStage;
  private readonly distributionSecrets: DistributionSecrets;

  constructor(
    scope: Construct,
    id: string,
    { httpApi, distributionSecrets }: { httpApi: IHttpApi; distributionSecrets: DistributionSecrets },
  ) {
    super(scope, id);
    this.httpApi = httpApi;
    this.distributionSecrets = distributionSecrets;
    this.stage = new HttpStage(this, 'Stage', {
      httpApi,
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
  }

  /** @param grant gives the function of an operation its permissions */
  addOperations(
    { userPool, webClient }: Accounts,
    grant: (operation: OperationName, lambda: LambdaFunction) => void,
  ): void {
    const verifiesToken = new HttpUserPoolAuthorizer('AccessToken', userPool, {
      userPoolClients: [webClient],
    });
    // CDK passes this property on unchanged, so its names are those of CloudFormation.
    const routeSettings: Record<string, { ThrottlingRateLimit?: number; ThrottlingBurstLimit?: number }> = {};
    for (const [name, route] of Object.entries(routes) as [OperationName, Route][]) {
      const lambda = new LambdaFunction(this, name, { timeoutSeconds: timeoutSeconds[name] });
      this.distributionSecrets.allowVerify(lambda);
      grant(name, lambda);
      Validations.of(lambda).acknowledge({
        id: 'Serverless-LambdaDLQ',
        reason: 'API Gateway waits for its answer, so the caller sees a failure.',
      });
      const added = new HttpRoute(this, `${name}Route`, {
        httpApi: this.httpApi,
        routeKey: HttpRouteKey.with(route.path, HttpMethod[route.method]),
        integration: new HttpLambdaIntegration('Integration', lambda),
        authorizer: needsToken(route.caller) ? verifiesToken : new HttpNoneAuthorizer(),
      });
      // API Gateway rejects settings for a route that does not exist yet.
      this.stage.node.addDependency(added);
      const { rateLimit, burstLimit } = throttles[name] ?? usualThrottle;
      routeSettings[`${route.method} ${route.path}`] = {
        ThrottlingRateLimit: rateLimit,
        ThrottlingBurstLimit: burstLimit,
      };
      if (route.caller === 'user' || route.caller === 'admin') continue;
      Validations.of(added).acknowledge({ id: 'AwsSolutions-APIG4', reason: reasonsToBeOpen[route.caller] });
    }
    (this.stage.node.defaultChild as CfnStage).routeSettings = routeSettings;
  }
}
