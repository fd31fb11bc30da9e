import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';
import { inRunbook } from './runbook.ts';
import type { StageSettings } from './stage-settings.ts';

/** What a month may cost. It counts the whole account, because bills distinguish stages only by tags that somebody must activate. */
export class Budget extends Construct {
  constructor(scope: Construct, id: string, { siteName, stage }: { siteName: string; stage: StageSettings }) {
    super(scope, id);
    const { alarmAddress, monthlyBudgetInDollars } = stage;
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
        // The mail says nothing else of ours, and a name takes no colon, so no link. CloudFormation makes a new budget when the notices change,
        // and two cannot have one name. It may have 100 characters, so a long address loses its end.
        budgetName: `${siteName} for ${alarmAddress}`.slice(0, 100 - section.length) + section,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyBudgetInDollars, unit: 'USD' },
      },
      notificationsWithSubscribers: [notice('FORECASTED', 80), notice('ACTUAL', 100)],
    });
  }
}
