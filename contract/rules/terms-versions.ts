/**
 * The versions of the terms, the newest first. A version is the day from which it applies, has the
 * page `/terms/<version>`, and covers the terms of service and the license terms.
 * content/terms-of-service.ts and content/license-terms.ts have the texts.
 */
export const termsVersions: readonly [string, ...string[]] = ['2025-06-13'];

/** The version that applies to new orders. Each order stores the version that its buyer saw. */
export const [termsVersion] = termsVersions;
