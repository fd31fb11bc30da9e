const onlyExisting = 'attribute_exists(email)';

/** Expressions that code computes or passes on, with what the tests send. */
export const computedExpressions: Record<string, string[]> = {
  'lambdas/domain/articles/article-store.ts: UpdateExpression': ['SET refusal = :refusal', 'REMOVE refusal'],
  'lambdas/domain/codes/code-store.ts: ConditionExpression: from': [
    '#status = :from0',
    '#status = :from0 OR #status = :from1',
  ],
  'lambdas/domain/codes/code-store.ts: FilterExpression: filter': ['attribute_exists(orderId)'],
  'lambdas/domain/feedback/feedback-inbox.ts: UpdateExpression: update': [
    'SET #state = :next, comments = list_append(comments, :answers)',
    'SET #state = :done',
    'SET #state = :done, roadmapItem = :roadmapItem',
  ],
  'lambdas/domain/orders/order-lists.ts: FilterExpression: [': [
    'NOT #status IN (:created, :expired)',
    'NOT #status IN (:created, :expired) AND #status = :status',
    'NOT #status IN (:created, :expired) AND #country = :country',
    'NOT #status IN (:created, :expired) AND #source = :source',
  ],
  'lambdas/domain/security/security-store.ts: ConditionExpression: condition': [
    onlyExisting,
    `${onlyExisting} AND recoveryCodes = :previous`,
    `${onlyExisting} AND recoveryCodes.id = :id`,
    `${onlyExisting} AND attribute_not_exists(reportedSecurity)`,
    `${onlyExisting} AND reportedSecurity.version = :previous`,
    `${onlyExisting} AND factorReset.requestedAt = :requestedAt AND (attribute_not_exists(factorReset.outcome) OR factorReset.outcome = :outcome)`,
    `${onlyExisting} AND factorReset.requestedAt = :requestedAt`,
  ],
  'lambdas/domain/users/user-store.ts: ConditionExpression: onlyExisting': [onlyExisting],
  'lambdas/domain/users/user-store.ts: ConditionExpression': [
    `${onlyExisting} AND licenses = :licenses`,
    `${onlyExisting} AND attribute_not_exists(licenses)`,
  ],
  'scripts/commands/restore/put-back.ts: ConditionExpression: names': [
    '#0 = :0 AND #1 = :1 AND #2 = :2',
    '#0 = :0 AND attribute_not_exists(#1) AND #2 = :2',
    'attribute_not_exists(#0) AND attribute_not_exists(#1) AND attribute_not_exists(#2)',
  ],
};
