export interface Point {
  name: string;
  text: string;
}

/** From the first visit to the first map. */
export const steps: Point[] = [
  { name: 'Create an account', text: 'An e-mail address and a password are all it asks for.' },
  {
    name: 'Claim the license',
    text: 'The checkout runs on the page of Stripe. An order of zero asks for no card.',
  },
  {
    name: 'Download and begin',
    text: 'Choose the build for your computer, and draw the first coast.',
  },
];

/** What holders of a license can count on. */
export const terms: Point[] = [
  {
    name: 'No subscription',
    text: 'The license does not run out and does not renew. Every future update of the toolkit comes with it.',
  },
  {
    name: 'No connection needed',
    text: 'Once it is downloaded, the toolkit works offline: on a train, in a cabin, far from any harbor.',
  },
  {
    name: 'Your files stay yours',
    text: 'Worlds are stored on your own computer, as many as your disk can hold. Backups are in your hands.',
  },
];
