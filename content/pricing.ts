interface Point {
  name: string;
  text: string;
}

/** The introduction of the page for a free and for a paid offer. */
export const introductions = {
  free: {
    description:
      'Early access to Lorewright is free: a lifetime license with all future updates, no subscriptions and no renewals.',
    lead: 'Early access is free. You get the whole toolkit with every workspace, on your own computer, and you keep it.',
  },
  paid: {
    description:
      'Pay once for Lorewright: a lifetime license with all future updates, no subscriptions and no renewals.',
    lead: 'Pay once and keep it. You get the whole toolkit, with every workspace, on your own computer.',
  },
};

const account: Point = {
  name: 'Create an account',
  text: 'All you need is an email address and a password.',
};

const download: Point = {
  name: 'Download and begin',
  text: 'Choose the build for your computer, and draw the first coast.',
};

/** From the first visit to the first map, for a free and for a paid offer. */
export const steps = {
  free: [
    account,
    {
      name: 'Claim the license',
      text: 'The checkout is on a page of Stripe, and you do not need a card.',
    },
    download,
  ],
  paid: [
    account,
    {
      name: 'Buy the license',
      text: 'Pay once, on a page of Stripe. We never see your card.',
    },
    download,
  ],
} satisfies Record<string, Point[]>;
