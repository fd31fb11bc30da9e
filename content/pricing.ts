interface Point {
  name: string;
  text: string;
}

/** How the page begins, for an offer that is free and for one that is not. */
export const introductions = {
  free: {
    description:
      'Early access to Lorewright is free: a lifetime license with all future updates, no subscriptions and no renewals.',
    lead: 'Early access is free. You get the whole toolkit with every workspace, on your own computer, and you keep it.',
  },
  paid: {
    description:
      'Lorewright is paid for once: a lifetime license with all future updates, no subscriptions and no renewals.',
    lead: 'You pay once, get the whole toolkit with every workspace, on your own computer, and you keep it.',
  },
};

const account: Point = {
  name: 'Create an account',
  text: 'An email address and a password are all it asks for.',
};

const download: Point = {
  name: 'Download and begin',
  text: 'Choose the build for your computer, and draw the first coast.',
};

/** From the first visit to the first map, by an offer that is free and by one that is not. */
export const steps = {
  free: [
    account,
    {
      name: 'Claim the license',
      text: 'The checkout runs on the page of Stripe. An order of zero asks for no card.',
    },
    download,
  ],
  paid: [
    account,
    {
      name: 'Buy the license',
      text: 'You pay on the page of Stripe, once. Your card is never shown to us.',
    },
    download,
  ],
} satisfies Record<string, Point[]>;
