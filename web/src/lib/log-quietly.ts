/** For failures that the visitor need not know of, because the page works without what failed. */
export function logQuietly(what: string, cause: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place where the site writes to the console
  console.warn(`${what}:`, cause);
}
