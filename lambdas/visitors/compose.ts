import { feedbackStore } from '../domain/feedback/feedback-store.ts';
import { limitStore } from '../domain/limits/limit-store.ts';
import { problemStore } from '../domain/problems/problem-store.ts';
import { releasedVersions } from '../domain/problems/record-problem.ts';
import { referralStore } from '../domain/referrals/referral-store.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { eventBridge } from '../platform/aws/event-bridge.ts';
import { readConfig, resourceNames } from '../platform/config.ts';
import { siteReader } from '../platform/site-reader.ts';

export type Dependencies = ReturnType<typeof compose>;

export function compose() {
  const config = readConfig(
    resourceNames(
      'EVENT_BUS',
      'FEEDBACK_TABLE',
      'LIMITS_TABLE',
      'PROBLEMS_TABLE',
      'REFERRALS_TABLE',
      'SITE_URL',
    ),
  );
  const tables = dynamodb();
  return {
    bus: { connect: eventBridge(), name: config.EVENT_BUS },
    feedbackItems: feedbackStore(tables, config.FEEDBACK_TABLE),
    limits: limitStore(tables, config.LIMITS_TABLE),
    problems: problemStore(tables, config.PROBLEMS_TABLE),
    referrals: referralStore(tables, config.REFERRALS_TABLE),
    versions: releasedVersions(siteReader(config.SITE_URL)),
  };
}
