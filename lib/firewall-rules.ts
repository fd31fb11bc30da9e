import type { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';

export type Statement = CfnWebACL.StatementProperty;

/** Counts only, because a sample of a request would contain the visitor's address. */
export const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
});

export const rateOf = (limit: number, scopeDownStatement?: Statement): Statement => ({
  rateBasedStatement: {
    limit,
    aggregateKeyType: 'IP',
    evaluationWindowSec: 300,
    ...(scopeDownStatement ? { scopeDownStatement } : {}),
  },
});

export const both = (...statements: Statement[]): Statement => ({ andStatement: { statements } });
export const either = (statements: Statement[]): Statement => ({ orStatement: { statements } });
export const not = (statement: Statement): Statement => ({ notStatement: { statement } });

/** https://docs.aws.amazon.com/waf/latest/developerguide/limits.html */
export const maxRegexLength = 200;

/** @throws Error for a pattern that AWS WAF would refuse during a deployment */
export function regexMatch(match: CfnWebACL.RegexMatchStatementProperty): Statement {
  if (match.regexString.length > maxRegexLength)
    throw new Error(`AWS WAF accepts at most ${maxRegexLength} characters: ${match.regexString}`);
  return { regexMatchStatement: match };
}

/** A pattern that matches only this text. */
export const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
