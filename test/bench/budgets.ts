/** What a first visit may cost. `npm test` holds the bytes to it; `npm run bench` shows all of them beside what it measures. */
export const budgets = {
  /** Of the home page, compressed with Brotli at its highest quality. */
  homeScriptBytes: 80_000,
  /** Of the home page, headers included, as it is served. */
  homeTransferredBytes: 200_000,
  homeRequests: 10,
  /** Of any page, headers included, as it is served: what a server sends before it waits for the first answer (RFC 6928). */
  documentBytes: 14_600,
  /** Of any page, inline or not, compressed with Brotli at its highest quality. */
  styleBytes: 10_000,
  /** Of every public page, on Lighthouse's slow phone; the median of the runs. */
  largestContentfulPaintMs: 1200,
  cumulativeLayoutShift: 0.01,
  totalBlockingTimeMs: 50,
  lighthouseScore: 100,
  /** With applied throttling, beside plain hydration. The same page beside itself comes to up to 1.02 on an idle machine. */
  appliedRatio: 1.02,
};
