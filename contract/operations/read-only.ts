/** What is said while the site is read-only: what is asked to change is answered `unavailable`. */
export const readOnly = {
  heading: 'Please read on; changes have to wait',
  message:
    'We are looking after the site. You can read, sign in and download; what changes something has to wait until we are done. Please come back a little later.',
  retryAfterSeconds: 600,
};
