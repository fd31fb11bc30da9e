/** For failures that visitors need not see, because the page works anyway. */
export function logQuietly(what: string, cause: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place where the site writes to the console
  console.warn(`${what}:`, cause);
}
