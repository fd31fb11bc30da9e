import termsOf20250613 from './legal/terms/2025-06-13.md';

/** The terms of service by version. */
export const termsOfService: Readonly<Record<string, typeof termsOf20250613>> = {
  '2025-06-13': termsOf20250613,
};
