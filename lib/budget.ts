import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';
import { inRunbook } from './runbook.ts';
import type { StageSettings } from './stage-settings.ts';

/**
 * The budget for a month, if the stage has one. It covers the whole account, because bills
 * distinguish stages only by tags, which someone must activate. So one stage of an account has it.
 */
export class Budget extends Construct {
  constructor(scope: Construct, id: string, { siteName, stage }: { siteName: string; stage: StageSettings }) {
    super(scope, id);
    const { alarmAddress, monthlyBudgetInDollars } = stage;
    if (monthlyBudgetInDollars === undefined) return;
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
        // The email contains no other text of ours, and a name may not contain a colon, so no link.
        // When the notices change, CloudFormation creates a new budget, and two budgets cannot have
        // the same name. A name is limited to 100 characters, so a long address is cut.
        budgetName: `${siteName} for ${alarmAddress}`.slice(0, 100 - section.length) + section,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyBudgetInDollars, unit: 'USD' },
      },
      notificationsWithSubscribers: [notice('FORECASTED', 80), notice('ACTUAL', 100)],
    });
  }
}
