import termsOf20261125 from './legal/terms/2026-11-25.md';

/**
 * The terms of service by version. Orders of the version 2025-06-13, from before the terms had
 * versions, have license terms only.
 */
export const termsOfService: Readonly<Record<string, typeof termsOf20261125>> = {
  '2026-11-25': termsOf20261125,
};
