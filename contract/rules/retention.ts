/*
 * How long each kind of data is kept. The code uses these numbers. The privacy policy and some
 * documents repeat them, and `test/retention.test.ts` compares those texts with the numbers. DynamoDB
 * removes expired items within a few days.
 */

/** Point-in-time recovery of every table. DynamoDB allows 1 to 35 days. */
export const backupDays = 35;

/** Events and messages that a function failed to handle. SQS allows up to 14 days. */
export const deadLetterDays = 14;

/** Idempotency keys, a day longer than a dead letter can be redriven. */
export const idempotencyDays = deadLetterDays + 1;

/** Logs of functions and of the API. CloudWatch allows only certain numbers. */
export const logDays = 30;

/** The access log of the distribution. */
export const accessLogDays = 30;

/** Previous versions of files in the buckets. */
export const previousVersionDays = 90;

/** Parts of an upload that was not completed. */
export const incompleteUploadDays = 7;

/** The order of a checkout that was not paid. The checkout itself is open for a day. */
export const unpaidOrderDays = 30;

/** The user ID of a deleted account, so that an open page cannot create the record again. */
export const deletedUserHours = 24;

/** Progress of a scheduled run that ran out of time. */
export const runProgressDays = 3;

/** An account whose address was never confirmed, until `sweepAccounts` deletes it. */
export const unconfirmedHours = 24;

/** A sign-in, until the password is needed again. */
export const signInDays = 30;

/** How long a browser keeps the question about passkeys after a reset of the password. */
export const factorCheckDays = 30;

/** A referral code in the browser of a visitor. */
export const referralDays = 90;

/**
 * Entries about the emails that a person got. A paused mailing can be resumed within this time: before you raise it, discard or
 * finish paused mailings, because entries of their recipients may have expired.
 */
export const mailLogDays = 90;

/** Feedback of readers about a page of the manual. It has no account with which it could be deleted. */
export const manualFeedbackDays = 365;

/** A request for emails without an account, until its link must be confirmed. */
export const subscriptionRequestDays = 7;

/**
 * The address of a person who left all groups, and the checksum of a deleted one, so that neither an older link nor a backup subscribes
 * them again.
 */
export const endedSubscriptionDays = Math.max(backupDays, subscriptionRequestDays);

/** The checksum of an address whose owner has registered, with the user ID, so that the links of earlier emails unsubscribe the account. */
export const formerSubscriberDays = 365;

/** Reports of problems with the app. */
export const problemDays = 90;

/** Entries about what the team did. */
export const auditYears = 3;

export const secondsPerHour = 60 * 60;
export const secondsPerDay = 24 * secondsPerHour;
