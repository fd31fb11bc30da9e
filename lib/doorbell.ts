import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppSyncAuthorizationType, type ChannelNamespace, Code, EventApi } from 'aws-cdk-lib/aws-appsync';
import type { IUserPool, IUserPoolClient } from 'aws-cdk-lib/aws-cognito';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { WebSettings } from '../contract/records/web-settings.ts';

const { IAM, USER_POOL } = AppSyncAuthorizationType;

interface DoorbellProps {
  siteName: string;
  userPool: IUserPool;
  /** The client of the website. Tokens of other clients are refused. */
  webClient: IUserPoolClient;
}

/**
 * Tells open pages that something has changed, over AppSync Events. A message contains no data: the
 * page then calls the API. Functions publish, and signed-in browsers subscribe.
 */
export class Doorbell extends Construct {
  readonly api: EventApi;
  private readonly namespaces: ChannelNamespace[];

  constructor(scope: Construct, id: string, { siteName, userPool, webClient }: DoorbellProps) {
    super(scope, id);
    // Each mode is set: without it, every provider may do everything.
    this.api = new EventApi(this, 'Api', {
      apiName: `${siteName}-doorbell`,
      authorizationConfig: {
        authProviders: [
          {
            authorizationType: USER_POOL,
            cognitoConfig: { userPool, appIdClientRegex: webClient.userPoolClientId },
          },
          { authorizationType: IAM },
        ],
        connectionAuthModeTypes: [USER_POOL],
        defaultPublishAuthModeTypes: [IAM],
        defaultSubscribeAuthModeTypes: [USER_POOL],
      },
    });
    this.namespaces = ['users', 'desk'].map((name) =>
      this.api.addChannelNamespace(name, {
        code: Code.fromInline(readFileSync(join(import.meta.dirname, `doorbell/${name}-channel.js`), 'utf8')),
        authorizationConfig: { publishAuthModeTypes: [IAM], subscribeAuthModeTypes: [USER_POOL] },
      }),
    );
  }

  /** The addresses for browsers. */
  get settings(): NonNullable<WebSettings['doorbell']> {
    return { url: `${this.origin}/event/realtime`, host: this.api.httpDns };
  }

  /** The origin to which pages open a WebSocket. */
  get origin(): string {
    return `wss://${this.api.realtimeDns}`;
  }

  allowRing(lambda: Lambda): void {
    lambda.addEnvironment('DOORBELL_URL', `https://${this.api.httpDns}/event`);
    for (const namespace of this.namespaces) namespace.grantPublish(lambda);
  }
}
