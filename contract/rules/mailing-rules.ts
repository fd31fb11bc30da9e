/** The longest Markdown text of a mailing, in UTF-16 code units. */
export const maxMailingLength = 50_000;

/** How many recipients SES takes in one call. */
export const maxBatch = 50;

/** The share of SES's rate and daily quota that mailings may use. The rest is for codes and licenses. */
export const shareOfQuota = 0.8;

/**
 * A mailing pauses when more than this share of its emails bounced or was reported as spam. AWS reviews an account at 5% and 0.1%, see
 * https://docs.aws.amazon.com/ses/latest/dg/reputationdashboard-dg.html.
 */
export const pauseLimits = { afterSent: 500, bouncedShare: 0.03, complainedShare: 0.001 };
