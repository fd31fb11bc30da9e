import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import type { EventType } from '../contract/events/events.ts';

/**
 * The event bus of a site, by its name: triggers of the user pool publish on it, and the pool is
 * deployed before the bus. lib/stacks/events-stack.ts creates it.
 */
export class SiteBus {
  readonly name: string;

  constructor(siteName: string) {
    this.name = siteName;
  }

  /** Lets a function put events of this type on the bus, and of no other. */
  allowPublish(lambda: Lambda, { type }: EventType): void {
    lambda.addEnvironment('EVENT_BUS', this.name);
    lambda.addToRolePolicy(
      new PolicyStatement({
        actions: ['events:PutEvents'],
        resources: [
          Stack.of(lambda).formatArn({ service: 'events', resource: 'event-bus', resourceName: this.name }),
        ],
        // The key holds the types of all entries of a call. ForAllValues refuses a call in which
        // one entry is of another type, and is also true of a call without any type, which Null
        // refuses.
        // https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoneventbridge.html#amazoneventbridge-policy-keys
        conditions: {
          'ForAllValues:StringEquals': { 'events:detail-type': [type] },
          Null: { 'events:detail-type': 'false' },
        },
      }),
    );
  }
}
