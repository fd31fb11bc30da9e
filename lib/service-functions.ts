import { Validations } from 'aws-cdk-lib';
import {
  type CfnRoute,
  HttpAuthorizer,
  HttpAuthorizerType,
  HttpMethod,
  HttpNoneAuthorizer,
  HttpRoute,
  HttpRouteKey,
  type IHttpApi,
  type IHttpRouteAuthorizer,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { CfnPermission } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { methodsOf, needsToken, type Route } from '../contract/operations/route.ts';
import { type OperationName, routes } from '../contract/operations/routes.ts';
import { type ServiceName, services } from '../contract/operations/services.ts';
import { permissions as account } from '../lambdas/account/permissions.ts';
import { permissions as checkout } from '../lambdas/checkout/permissions.ts';
import { permissions as desk } from '../lambdas/desk/permissions.ts';
import { permissions as downloads } from '../lambdas/downloads/permissions.ts';
import { permissions as feedback } from '../lambdas/feedback/permissions.ts';
import { permissions as links } from '../lambdas/links/permissions.ts';
import { permissions as recovery } from '../lambdas/recovery/permissions.ts';
import { permissions as stripeWebhook } from '../lambdas/stripeWebhook/permissions.ts';
import { permissions as visitors } from '../lambdas/visitors/permissions.ts';
import type { DistributionSecrets } from './distribution-secrets.ts';
import { LambdaFunction } from './lambda-function.ts';
import { addPermissions, type Parts, type Permission } from './permissions.ts';

/**
 * Services that wait for Stripe, which may answer only at the second attempt, for several calls of
 * Cognito, for many writes, or for a scan. HTTP APIs wait for 30 seconds.
 */
const timeoutSeconds: Partial<Record<ServiceName, number>> = { checkout: 25, recovery: 25, desk: 25 };

/** The permissions of each service, from the folder with its code. */
const permissions: Record<ServiceName, Permission[]> = {
  account,
  checkout,
  desk,
  downloads,
  feedback,
  links,
  recovery,
  stripeWebhook,
  visitors,
};

/** Why a route needs no token, by caller. */
const reasonsToBeOpen: Record<Exclude<Route['caller'], 'user' | 'admin'>, string> = {
  anyone: 'For visitors without an account. Calls are limited by network address (docs/decisions/014).',
  'mail program': 'RFC 8058: an email program has no access token. We sign and check the token in the URL.',
  stripe: 'Stripe has no access token. It signs the body, and the function checks the signature.',
  updater:
    'The authorizer accepts only access tokens. The function verifies access tokens and license files (docs/decisions/039).',
};

interface ServiceFunctionsProps {
  httpApi: IHttpApi;
  distributionSecrets: DistributionSecrets;
  /** The id of the authorizer that verifies access tokens. */
  authorizerId: string;
  parts: Parts;
}

/** The services of the contract: one function for each, and a route for each method of its operations. */
export class ServiceFunctions extends Construct {
  readonly routes: HttpRoute[];

  constructor(scope: Construct, id: string, props: ServiceFunctionsProps) {
    super(scope, id);
    const { httpApi, distributionSecrets, authorizerId, parts } = props;
    const verifiesToken = HttpAuthorizer.fromHttpAuthorizerAttributes(this, 'AccessToken', {
      authorizerId,
      authorizerType: HttpAuthorizerType.JWT,
    });
    this.routes = (Object.keys(services) as ServiceName[]).flatMap((service) => {
      const lambda = new LambdaFunction(this, service, { timeoutSeconds: timeoutSeconds[service] });
      distributionSecrets.allowVerify(lambda);
      addPermissions(lambda, permissions[service], parts);
      Validations.of(lambda).acknowledge({
        id: 'Serverless-LambdaDLQ',
        reason: 'API Gateway waits for its answer, so the caller sees a failure.',
      });
      // One permission for each route would exceed the size of the function's policy.
      const integration = new HttpLambdaIntegration('Integration', lambda, { scopePermissionToRoute: false });
      const added = services[service].flatMap((name) =>
        this.addRoutes(name, { httpApi, integration, verifiesToken }),
      );
      letGatewayCallFirst(added);
      return added;
    });
  }

  private addRoutes(name: OperationName, { httpApi, integration, verifiesToken }: RouteProps): HttpRoute[] {
    const route: Route = routes[name];
    const { path, caller } = route;
    return methodsOf(route).map((method) => {
      const added = new HttpRoute(this, `${name}Route${method === 'HEAD' ? 'Head' : ''}`, {
        httpApi,
        routeKey: HttpRouteKey.with(path, HttpMethod[method]),
        integration,
        authorizer: needsToken(caller) ? verifiesToken : new HttpNoneAuthorizer(),
      });
      if (caller !== 'user' && caller !== 'admin')
        Validations.of(added).acknowledge({ id: 'AwsSolutions-APIG4', reason: reasonsToBeOpen[caller] });
      return added;
    });
  }
}

/** Without this order, an update could point a route to the function before the gateway may call it. */
function letGatewayCallFirst(routes: HttpRoute[]): void {
  const permission = routes
    .flatMap((route) => route.node.findAll())
    .find((child): child is CfnPermission => child instanceof CfnPermission);
  if (!permission)
    throw new Error('The CDK gives the gateway its permission elsewhere: see lib/service-functions.ts.');
  for (const route of routes) (route.node.defaultChild as CfnRoute).addResourceDependency(permission);
}

interface RouteProps {
  httpApi: IHttpApi;
  integration: HttpLambdaIntegration;
  verifiesToken: IHttpRouteAuthorizer;
}
