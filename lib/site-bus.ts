import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import type { EventType } from '../contract/events/event-type.ts';

/**
 * The event bus of a site, by its name: triggers of the user pool publish to it and are deployed
 * before it. lib/stacks/events-stack.ts creates the bus.
 */
export class SiteBus {
  readonly name: string;

  constructor(siteName: string) {
    this.name = siteName;
  }

  /** Allows a function to publish events of this type on the bus, and no others. */
  allowPublish(lambda: Lambda, { type }: EventType): void {
    lambda.addEnvironment('EVENT_BUS', this.name);
    lambda.addToRolePolicy(
      new PolicyStatement({
        actions: ['events:PutEvents'],
        resources: [
          Stack.of(lambda).formatArn({ service: 'events', resource: 'event-bus', resourceName: this.name }),
        ],
        // The condition key contains the types of all entries of a call. ForAllValues rejects a
        // call with an entry of another type, but accepts a call without any type; Null rejects
        // that one.
        // https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoneventbridge.html#amazoneventbridge-policy-keys
        conditions: {
          'ForAllValues:StringEquals': { 'events:detail-type': [type] },
          Null: { 'events:detail-type': 'false' },
        },
      }),
    );
  }
}
