/** What to tell a visitor of something caught. Our errors carry sentences; anything else says nothing they need. */
export function messageOf(error: unknown): string {
  return error instanceof Error && error.message ? error.message : 'Something went wrong. Please try again.';
}
