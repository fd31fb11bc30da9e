// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the quoted code contains templates

export interface ExplainedSurvivor {
  file: string;
  /** The code that was changed. */
  code: string;
  /** The line on which the code starts, without its indentation. */
  within: string;
  /** The texts that replaced it. */
  replacements: string[];
  /** Why no test can detect the change, or why no test is needed. */
  why: string;
}

/** Surviving changes that need no test. */
export const explainedSurvivors: ExplainedSurvivor[] = [
  {
    file: 'lambdas/domain/licenses/authorize-updater.ts',
    code: "''",
    within: "const [, scheme = '', credentials = ''] = /^(\\w+) +(\\S+)$/.exec(authorization ?? '') ?? [];",
    replacements: ['"Stryker was here!"'],
    why: 'A header that does not match has neither of the two schemes, whatever the default is.',
  },
  {
    file: 'lambdas/domain/licenses/authorize-updater.ts',
    code: '[]',
    within: "const [, scheme = '', credentials = ''] = /^(\\w+) +(\\S+)$/.exec(authorization ?? '') ?? [];",
    replacements: ['["Stryker was here"]'],
    why: 'A header that does not match has neither of the two schemes, whatever the default is.',
  },
  {
    file: 'lambdas/domain/licenses/issue-license.ts',
    code: "now().getTime() - Date.parse(order.licensedAt ?? '') < announcedForMs",
    within: "const isRecent = now().getTime() - Date.parse(order.licensedAt ?? '') < announcedForMs;",
    replacements: ["now().getTime() - Date.parse(order.licensedAt ?? '') <= announcedForMs"],
    why: 'An order without a time of its license has no claims. No order is issued in exactly that millisecond.',
  },
  {
    file: 'lambdas/domain/licenses/issue-license.ts',
    code: "''",
    within: "const isRecent = now().getTime() - Date.parse(order.licensedAt ?? '') < announcedForMs;",
    replacements: ['"Stryker was here!"'],
    why: 'An order without a time of its license has no claims. No order is issued in exactly that millisecond.',
  },
  {
    file: 'lambdas/domain/licenses/published-keys.ts',
    code: "''",
    within: "return JSON.parse((await body?.transformToString()) ?? '');",
    replacements: ['"Stryker was here!"'],
    why: 'S3 answers with a body; only its types say that it may be missing.',
  },
  {
    file: 'lambdas/domain/licenses/published-keys.ts',
    code: "'could not read the keys of licenses'",
    within: "logger.error('could not read the keys of licenses', { error: describeError(error) });",
    replacements: ['""'],
    why: 'A line of the log.',
  },
  {
    file: 'lambdas/domain/licenses/published-keys.ts',
    code: '{ error: describeError(error) }',
    within: "logger.error('could not read the keys of licenses', { error: describeError(error) });",
    replacements: ['{}'],
    why: 'A line of the log.',
  },
  {
    file: 'lambdas/domain/licenses/published-keys.ts',
    code: 'body?.transformToString',
    within: "return JSON.parse((await body?.transformToString()) ?? '');",
    replacements: ['body.transformToString'],
    why: 'S3 answers with a body; only its types say that it may be missing.',
  },
  {
    file: 'lambdas/domain/licenses/sign-license.ts',
    code: 'throw new Error(`The license of order ${claims.jti} is too long.`);',
    within:
      'if (message.length > maxSignedBytes) throw new Error(`The license of order ${claims.jti} is too long.`);',
    replacements: [';'],
    why: 'Claims within the limits of the schema are shorter. The check protects a later, larger schema.',
  },
  {
    file: 'lambdas/domain/licenses/sign-license.ts',
    code: "''",
    within: "return JSON.parse(Buffer.from(license.split('.')[1] ?? '', 'base64url').toString());",
    replacements: ['"Stryker was here!"'],
    why: 'A file that we signed has three parts; without them, reading fails either way.',
  },
  {
    file: 'lambdas/domain/licenses/verify-license.ts',
    code: 'text.length > maxLength',
    within:
      "if (text.length > maxLength || !isCanonical(text)) throw new LicenseError('This is not a license file.');",
    replacements: ['text.length >= maxLength'],
    why: 'No license has exactly this length.',
  },
  {
    file: 'lambdas/domain/licenses/verify-license.ts',
    code: "{\n    algorithms: ['EdDSA'],\n  }",
    within: 'const { payload, protectedHeader } = await compactVerify(text, createLocalJWKSet(keys), {',
    replacements: ['{}'],
    why: 'The header must name EdDSA as well, and a published key has no other algorithm.',
  },
  {
    file: 'lambdas/domain/licenses/verify-license.ts',
    code: 'parts.length === 3',
    within: 'parts.length === 3 &&',
    replacements: ['true'],
    why: 'The library refuses such a text as well, with the same message.',
  },
  {
    file: 'lambdas/domain/licenses/verify-license.ts',
    code: "Buffer.from(part, 'base64url').toString('base64url') === part",
    within:
      "parts.every((part) => part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part)",
    replacements: ['true'],
    why: 'The library refuses such a text as well, with the same message.',
  },
  {
    file: 'lambdas/domain/users/change-unsubscriptions.ts',
    code: 'attempt < maxAttempts',
    within: 'for (let attempt = 0; attempt < maxAttempts; attempt++) {',
    replacements: ['attempt <= maxAttempts'],
    why: 'Another attempt does no harm.',
  },
  {
    file: 'lambdas/domain/users/paid-group.ts',
    code: '[]',
    within:
      'const { Groups: groups = [] } = await pool.send(new AdminListGroupsForUserCommand(member(userId)));',
    replacements: ['["Stryker was here"]'],
    why: 'The default is not the group "paid" either.',
  },
  {
    file: 'lambdas/domain/users/read-account.ts',
    code: '[]',
    within: 'const signInOf = (attributes: AttributeType[] = [], mfaSettings: string[] = []): SignIn => ({',
    replacements: ['["Stryker was here"]'],
    why: 'Cognito answers with attributes, and the default factor is not an authenticator app either.',
  },
  {
    file: 'lambdas/domain/users/read-account.ts',
    code: "''",
    within:
      "const account = Object.fromEntries(attributes.map(({ Name, Value }) => [Name ?? '', Value ?? '']));",
    replacements: ['"Stryker was here!"'],
    why: 'Each attribute has a name and a value; only their types say that they may be missing.',
  },
  {
    file: 'lambdas/domain/users/read-account.ts',
    code: 'UserLastModifiedDate?.toISOString',
    within: 'lastChangedAt: UserLastModifiedDate?.toISOString(),',
    replacements: ['UserLastModifiedDate.toISOString'],
    why: 'Cognito answers with both dates; the schema refuses an account without them.',
  },
  {
    file: 'lambdas/domain/users/read-account.ts',
    code: 'UserCreateDate?.toISOString',
    within: 'createdAt: UserCreateDate?.toISOString(),',
    replacements: ['UserCreateDate.toISOString'],
    why: 'Cognito answers with both dates; the schema refuses an account without them.',
  },
  {
    file: 'lambdas/domain/users/announce-user-change.ts',
    code: "{\n    logger.warn('failed to publish UserChanged', { error: describeError(error) });\n  }",
    within: 'await publish(userId).catch((error: unknown) => {',
    replacements: ['{}'],
    why: 'A line of the log.',
  },
  {
    file: 'lambdas/domain/users/announce-user-change.ts',
    code: "'failed to publish UserChanged'",
    within: "logger.warn('failed to publish UserChanged', { error: describeError(error) });",
    replacements: ['""'],
    why: 'A line of the log.',
  },
  {
    file: 'lambdas/domain/users/announce-user-change.ts',
    code: '{ error: describeError(error) }',
    within: "logger.warn('failed to publish UserChanged', { error: describeError(error) });",
    replacements: ['{}'],
    why: 'A line of the log.',
  },
  {
    file: 'lambdas/domain/licenses/sign-license.ts',
    code: 'message.length > maxSignedBytes',
    within:
      'if (message.length > maxSignedBytes) throw new Error(`The license of order ${claims.jti} is too long.`);',
    replacements: ['false', 'message.length >= maxSignedBytes'],
    why: 'Claims within the limits of the schema are shorter. The check protects a later, larger schema.',
  },
  {
    file: 'lambdas/domain/users/read-groups.ts',
    code: '[]',
    within: 'const { Groups: found = [] } = await pool.send(',
    replacements: ['["Stryker was here"]'],
    why: 'The default has no name of a group either.',
  },
  {
    file: 'lambdas/domain/orders/refund-order.ts',
    code: 'amountInCents !== undefined',
    within: 'if (amountInCents !== undefined && amountInCents >= left)',
    replacements: ['true'],
    why: 'Undefined is not greater than any number; only the types need the comparison.',
  },
  {
    file: 'lambdas/domain/orders/refund-order.ts',
    code: "''",
    within:
      "async function refundPart(stripe: Stripe, { paymentIntentId = '', deskRefund }: StoredOrder): Promise<void> {",
    replacements: ['"Stryker was here!"'],
    why: 'The decision refuses an order without a payment; only the types say that it may be missing.',
  },
  {
    file: 'lambdas/domain/orders/money-movements.ts',
    code: 'next > kept',
    within: 'move(step.at, kindOf(step.status, steps[index - 1]?.status, next > kept), next);',
    replacements: ['next >= kept'],
    why: 'Equal amounts are no movement, so their kind does not matter.',
  },
  {
    file: 'lambdas/domain/orders/advance-order.ts',
    code: 'withdrawnAt === undefined',
    within: 'if (withdrawnAt === undefined || !canWithdraw(order, new Date(withdrawnAt))) return order;',
    replacements: ['false'],
    why: 'An invalid date is in no period of withdrawal; only the types need the comparison.',
  },
  {
    file: 'lambdas/domain/orders/advance-order.ts',
    code: '[]',
    within: 'outbox = [],',
    replacements: ['["Stryker was here"]'],
    why: 'The default has no follow-up work for the team either.',
  },
  {
    file: 'lambdas/domain/orders/advance-order.ts',
    code: 'history[Number(idempotencyKey) - 2]?.status',
    within: "return change === 'restored' && history[Number(idempotencyKey) - 2]?.status === 'refunded';",
    replacements: ['history[Number(idempotencyKey) - 2].status'],
    why: 'A restored license has entries in the history before the restoration; only the types say that they may be missing.',
  },
  {
    file: 'lambdas/domain/orders/open-checkout.ts',
    code: 'previous?.fingerprint',
    within: "if (session?.status === 'open' && previous?.fingerprint === fingerprint) {",
    replacements: ['previous.fingerprint'],
    why: 'There is a session only if there is a previous checkout; the types do not say so.',
  },
  {
    file: 'lambdas/domain/orders/open-checkout.ts',
    code: '{ isKnown: true }',
    within: 'const opened = await describeCheckout(dependencies, session, { isKnown: true });',
    replacements: ['{}'],
    why: 'The session was opened with the id of this site, so it is ours in any case.',
  },
  {
    file: 'lambdas/domain/orders/open-checkout.ts',
    code: 'true',
    within: 'const opened = await describeCheckout(dependencies, session, { isKnown: true });',
    replacements: ['false'],
    why: 'The session was opened with the id of this site, so it is ours in any case.',
  },
  {
    file: 'lambdas/domain/orders/orders-csv.ts',
    code: 'at >= from',
    within: 'return at >= from && at.slice(0, to.length) <= to;',
    replacements: ['at > from'],
    why: 'A time is longer than a day or a month, so it never equals one.',
  },
  {
    file: 'lambdas/domain/orders/verify-webhook.ts',
    code: '[]',
    within: 'verifyWith((await secrets.renewed()) ?? [], body, signature);',
    replacements: ['["Stryker was here"]'],
    why: 'Stripe signs nothing with the changed default.',
  },
  {
    file: 'lambdas/domain/orders/verify-webhook.ts',
    code: "''",
    within: "return Stripe.webhooks.constructEvent(body, signature ?? '', secret);",
    replacements: ['"Stryker was here!"'],
    why: 'The changed default is not a signature either.',
  },
  {
    file: 'lambdas/domain/codes/code-store.ts',
    code: 'hashes.length / writeSize',
    within: 'const groups = Array.from({ length: Math.ceil(hashes.length / writeSize) }, (_, index) =>',
    replacements: ['hashes.length * writeSize'],
    why: 'The groups after the last code are empty, and nothing is written for them.',
  },
];
