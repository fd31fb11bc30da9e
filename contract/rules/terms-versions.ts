/**
 * The versions of the terms, the newest first: of the terms of service, and of the license terms. A
 * version is the day from which it applies, and has the page `/terms/<version>`.
 * content/terms-of-service.ts and content/license-terms.ts have the texts.
 */
export const termsVersions: readonly [string, ...string[]] = ['2026-11-25', '2025-06-13'];

/** The version that applies to new orders. Each order stores the version that its buyer saw. */
export const [termsVersion] = termsVersions;
