import { Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';
import { inRunbook } from './runbook.ts';
import type { StageSettings } from './stage-settings.ts';

/** What a month may cost. It counts the whole account, because bills distinguish stages only by tags that somebody must activate. */
export class Budget extends Construct {
  constructor(scope: Construct, id: string, { alarmAddress, monthlyBudgetInDollars }: StageSettings) {
    super(scope, id);
    const notice = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: {
        notificationType,
        threshold,
        thresholdType: 'PERCENTAGE',
        comparisonOperator: 'GREATER_THAN',
      },
      subscribers: [{ subscriptionType: 'EMAIL', address: alarmAddress }],
    });
    const section = `, ${inRunbook('Budget')}`;
    new CfnBudget(this, 'Monthly', {
      budget: {
        // The email contains no other text of ours. A name takes no colon, so no link. CloudFormation creates a new budget when the notices
        // change, and two budgets cannot have one name. It may have 100 characters, so a long address is cut off.
        budgetName:
          `${Stack.of(this).stackName} for ${alarmAddress}`.slice(0, 100 - section.length) + section,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyBudgetInDollars, unit: 'USD' },
      },
      notificationsWithSubscribers: [notice('FORECASTED', 80), notice('ACTUAL', 100)],
    });
  }
}
