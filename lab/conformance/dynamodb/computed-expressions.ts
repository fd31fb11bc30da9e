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
  "lambdas/domain/mail/mail-log-store.ts: UpdateExpression: SET ${values.map(([name]) => `${name} = :${name}`).join(', ')}":
    [
      'SET outcome = :outcome',
      'SET outcome = :outcome, reportedAt = :reportedAt',
      'SET outcome = :outcome, reportedAt = :reportedAt, messageId = :messageId',
      'SET outcome = :outcome, reportedAt = :reportedAt, bounceType = :bounceType',
    ],
  "lambdas/domain/mail/mail-log-store.ts: ConditionExpression: outcome IN (${earlier.map((name) => `:is_${name}`).join(', ')})":
    [
      'outcome IN (:is_sending, :is_sent, :is_failed)',
      'outcome IN (:is_sending, :is_sent, :is_failed, :is_delivered)',
      'outcome IN (:is_sending, :is_sent, :is_failed, :is_delivered, :is_bounced)',
      'outcome IN (:is_sending, :is_sent, :is_failed, :is_delivered, :is_bounced, :is_withheld)',
    ],
  'lambdas/domain/mailings/mailing-store.ts: ConditionExpression: ${isSame} AND attribute_not_exists(endedAt)':
    [
      'attribute_not_exists(visitedUpTo) AND attribute_not_exists(endedAt)',
      'visitedUpTo = :visited AND attribute_not_exists(endedAt)',
    ],
  "lambdas/domain/mailings/mailing-store.ts: UpdateExpression: ${moved} ADD ${added.join(', ')}": [
    'SET visitedUpTo = :next ADD sent :sentNow, skipped :skipped',
    'SET visitedUpTo = :next ADD sent :sentNow, skipped :skipped, uncertainIds :ids',
    'SET #status = :sent, endedAt = :now REMOVE visitedUpTo, pauseReason ADD sent :sentNow, skipped :skipped',
    'SET #status = :sent, endedAt = :now REMOVE visitedUpTo, pauseReason ADD sent :sentNow, skipped :skipped, uncertainIds :ids',
  ],
  'lambdas/domain/mailings/mailing-store.ts: UpdateExpression: ADD ${report} :one': [
    'ADD bounced :one',
    'ADD complained :one',
  ],
  'lambdas/domain/mailings/subscriber-store.ts: FilterExpression: ${onlyExisting} AND NOT contains(unsubscriptions, :group)':
    [`${onlyExisting} AND NOT contains(unsubscriptions, :group)`],
  'lambdas/domain/orders/order-store.ts: UpdateExpression: SET licenseFile = :file, #version = #version + :one${announcement}':
    [
      'SET licenseFile = :file, #version = #version + :one',
      'SET licenseFile = :file, #version = #version + :one, isLicenseUnannounced = :true',
    ],
  'lambdas/domain/users/user-store.ts: ConditionExpression: ${onlyExisting} AND ${unchanged}': [
    `${onlyExisting} AND passkeyNames = :previous`,
    `${onlyExisting} AND attribute_not_exists(passkeyNames)`,
    `${onlyExisting} AND checkout.sessionId = :previous`,
    `${onlyExisting} AND attribute_not_exists(checkout)`,
  ],
  'lambdas/domain/users/user-store.ts: ConditionExpression: ${onlyExisting} AND attribute_not_exists(referralCode)':
    [`${onlyExisting} AND attribute_not_exists(referralCode)`],
  'lambdas/domain/users/user-store.ts: ConditionExpression: ${onlyExisting} AND ${condition}': [
    `${onlyExisting} AND licenses = :licenses`,
    `${onlyExisting} AND attribute_not_exists(licenses)`,
  ],
  "lambdas/platform/query-page.ts: KeyConditionExpression: #key = :key${sortCondition ? ` AND ${sortCondition}` : ''}":
    ['#key = :key', '#key = :key AND #at BETWEEN :from AND :to'],
};
