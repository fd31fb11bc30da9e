/**
 * The budgets of a first visit. `npm test` checks the bytes; `npm run bench` shows all of them next
 * to its measurements.
 */
export const budgets = {
  /** The home page, compressed with Brotli at its highest quality. */
  homeScriptBytes: 80_000,
  /** The home page as served, including headers. */
  homeTransferredBytes: 165_000,
  homeRequests: 9,
  /** The form that `/auth` opens with. */
  authScriptBytes: 109_600,
  /** The first tab of `/account` for a signed-in person, with Amplify. */
  accountScriptBytes: 147_700,
  /**
   * Any page as served, including headers: the bytes that a server sends before it waits for the first
   * acknowledgment (RFC 6928).
   */
  documentBytes: 14_600,
  /** Only the privacy policy may need a second flight, because the law determines its content. */
  privacyBytes: 17_400,
  /** From the first key press of a search to its first result, as served, including headers. */
  searchTransferredBytes: 60_000,
  /** The styles of any page, inline or not, compressed with Brotli at its highest quality. */
  styleBytes: 10_100,
  /** The desk, which only admins open, loads the styles of all its views at once. */
  deskStyleBytes: 12_900,
  /** Every public page on Lighthouse's slow phone; the median of the runs. */
  largestContentfulPaintMs: 1200,
  cumulativeLayoutShift: 0.01,
  totalBlockingTimeMs: 50,
  lighthouseScore: 100,
  /**
   * With applied throttling, relative to plain hydration. A page relative to itself reaches 1.02 on
   * an idle machine.
   */
  appliedRatio: 1.02,
};
