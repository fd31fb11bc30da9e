// biome-ignore lint/suspicious/noExplicitAny: CloudFormation's shapes.
type Properties = any;

/** https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-baseline.html */
const capacityOfManagedRules: Record<string, number> = {
  AWSManagedRulesAmazonIpReputationList: 25,
  AWSManagedRulesCommonRuleSet: 700,
  AWSManagedRulesKnownBadInputsRuleSet: 200,
};

/** The capacity of a web ACL in units. */
export function capacityOf({ Rules: rules }: Properties): number {
  return rules.reduce(
    (sum: number, { Statement: statement }: Properties) => sum + capacityOfStatement(statement),
    0,
  );
}

/**
 * The capacity that AWS documents for each statement.
 * @throws Error for a statement without a known capacity
 */
function capacityOfStatement(statement: Properties): number {
  const [[kind, content] = ['', {} as Properties]] = Object.entries<Properties>(statement);
  const inner = (statements: Properties[]) =>
    statements.reduce((sum: number, one) => sum + capacityOfStatement(one), 0);
  const transformations = 10 * (content.TextTransformations ?? []).length;
  switch (kind) {
    case 'AndStatement':
    case 'OrStatement':
      return inner(content.Statements);
    case 'NotStatement':
      return inner([content.Statement]);
    case 'RateBasedStatement':
      return 2 + (content.ScopeDownStatement ? inner([content.ScopeDownStatement]) : 0);
    case 'ByteMatchStatement':
      return (/^CONTAINS/.test(content.PositionalConstraint) ? 10 : 2) + transformations;
    case 'RegexMatchStatement':
      return 3 + transformations;
    case 'LabelMatchStatement':
      return 1;
    case 'ManagedRuleGroupStatement': {
      const capacity = capacityOfManagedRules[content.Name];
      if (capacity) return capacity;
    }
  }
  throw new Error(`The capacity of ${kind} ${content.Name ?? ''} is missing here.`);
}
