import { HttpApi, HttpMethod, HttpNoneAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpUserPoolAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Construct } from 'constructs';
import { type OperationName, type Route, routes } from '../contract/routes.ts';
import type { Accounts } from './accounts.ts';
import type { DistributionSecrets } from './distribution-secrets.ts';
import { LambdaFunction } from './lambda-function.ts';

/** Those who wait for Stripe, which may answer at the second attempt only. HTTP APIs wait for 30 seconds. */
const timeoutSeconds: Partial<Record<OperationName, number>> = { checkout: 25, confirmCheckout: 25 };

/** What each operation is allowed and told. An operation without an entry does not compile. */
export type OperationGrants = Record<OperationName, (lambda: LambdaFunction) => void>;

/** How the browser changes anything: one route and one function for each operation of the contract. */
export class Api extends Construct {
  readonly httpApi: HttpApi;
  private readonly distributionSecrets: DistributionSecrets;

  constructor(scope: Construct, id: string, distributionSecrets: DistributionSecrets) {
    super(scope, id);
    this.distributionSecrets = distributionSecrets;
    this.httpApi = new HttpApi(this, 'HttpApi', { createDefaultStage: false });
    this.httpApi.addStage('Stage', {
      stageName: '$default',
      autoDeploy: true,
      // Requests per second over all visitors; what exceeds it is answered 429.
      throttle: { rateLimit: 200, burstLimit: 400 },
    });
  }

  addOperations({ userPool, webClient }: Accounts, grants: OperationGrants): void {
    const verifiesToken = new HttpUserPoolAuthorizer('AccessToken', userPool, {
      userPoolClients: [webClient],
    });
    for (const [name, route] of Object.entries(routes) as [OperationName, Route][]) {
      const lambda = new LambdaFunction(this, name, { timeoutSeconds: timeoutSeconds[name] });
      this.distributionSecrets.tell(lambda);
      grants[name](lambda);
      this.httpApi.addRoutes({
        path: route.path,
        methods: [HttpMethod[route.method]],
        integration: new HttpLambdaIntegration(`${name}Integration`, lambda),
        authorizer: route.caller === 'user' ? verifiesToken : new HttpNoneAuthorizer(),
      });
    }
  }
}
