import { Validations } from 'aws-cdk-lib';
import {
  HttpAuthorizer,
  HttpAuthorizerType,
  HttpMethod,
  HttpNoneAuthorizer,
  HttpRoute,
  HttpRouteKey,
  type IHttpApi,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Construct } from 'constructs';
import { methodsOf, needsToken, type Route } from '../contract/operations/route.ts';
import { type OperationName, routes } from '../contract/operations/routes.ts';
import type { DistributionSecrets } from './distribution-secrets.ts';
import { LambdaFunction } from './lambda-function.ts';

/**
 * Operations that wait for Stripe, which may answer only at the second attempt, for several calls of
 * Cognito, for many writes, or for a scan. HTTP APIs wait for 30 seconds.
 */
const timeoutSeconds: Partial<Record<OperationName, number>> = {
  checkout: 25,
  confirmCheckout: 25,
  recoverAccount: 25,
  deskSettle: 25,
  deskRefund: 25,
  deskCreateCodes: 25,
  deskCountRecipients: 25,
};

/** Why a route needs no token, by caller. */
const reasonsToBeOpen: Record<Exclude<Route['caller'], 'user' | 'admin'>, string> = {
  anyone: 'For visitors without an account. Calls are limited by network address (docs/decisions/014).',
  'mail program': 'RFC 8058: an email program has no access token. We sign and check the token in the URL.',
  stripe: 'Stripe has no access token. It signs the body, and the function checks the signature.',
  updater:
    'The authorizer accepts only access tokens. The function verifies access tokens and license files (docs/decisions/039).',
};

interface OperationFunctionsProps {
  httpApi: IHttpApi;
  distributionSecrets: DistributionSecrets;
  /** The id of the authorizer that verifies access tokens. */
  authorizerId: string;
  names: OperationName[];
  /** Gives the function of an operation its permissions. */
  grant: (operation: OperationName, lambda: LambdaFunction) => void;
}

/** Operations of the contract: one function for each, and a route for each of its methods. */
export class OperationFunctions extends Construct {
  readonly routes: HttpRoute[];

  constructor(scope: Construct, id: string, props: OperationFunctionsProps) {
    super(scope, id);
    const { httpApi, distributionSecrets, authorizerId, names, grant } = props;
    const verifiesToken = HttpAuthorizer.fromHttpAuthorizerAttributes(this, 'AccessToken', {
      authorizerId,
      authorizerType: HttpAuthorizerType.JWT,
    });
    this.routes = names.flatMap((name) => {
      const route: Route = routes[name];
      const lambda = new LambdaFunction(this, name, { timeoutSeconds: timeoutSeconds[name] });
      distributionSecrets.allowVerify(lambda);
      grant(name, lambda);
      Validations.of(lambda).acknowledge({
        id: 'Serverless-LambdaDLQ',
        reason: 'API Gateway waits for its answer, so the caller sees a failure.',
      });
      const integration = new HttpLambdaIntegration('Integration', lambda);
      return methodsOf(route).map((method) => {
        const added = new HttpRoute(this, `${name}Route${method === 'HEAD' ? 'Head' : ''}`, {
          httpApi,
          routeKey: HttpRouteKey.with(route.path, HttpMethod[method]),
          integration,
          authorizer: needsToken(route.caller) ? verifiesToken : new HttpNoneAuthorizer(),
        });
        if (route.caller !== 'user' && route.caller !== 'admin')
          Validations.of(added).acknowledge({
            id: 'AwsSolutions-APIG4',
            reason: reasonsToBeOpen[route.caller],
          });
        return added;
      });
    });
  }
}
