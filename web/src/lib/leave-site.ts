/** Goes to a page outside the router: the payment provider's, or a file to download. */
export function leaveSite(url: string): void {
  window.location.assign(url);
}
