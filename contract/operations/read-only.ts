/**
 * The notice that pages show while the site is read-only. Operations that change data answer
 * `unavailable`.
 */
export const readOnly = {
  heading: 'Changes are paused',
  message:
    'We are doing maintenance. You can read, sign in and download, but changes have to wait until we are done. Please come back a little later.',
  retryAfterSeconds: 600,
};
