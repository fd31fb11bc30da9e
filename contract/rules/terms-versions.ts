/**
 * The versions of the license terms, the newest first. A version is the day from which it applies,
 * and has the page `/terms/<version>`. content/license-terms.ts has the text of each version.
 */
export const termsVersions: readonly [string, ...string[]] = ['2025-06-13'];

/** The version on the pricing page. Each order stores the version that its buyer saw. */
export const [termsVersion] = termsVersions;
