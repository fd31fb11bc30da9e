interface Benefit {
  name: string;
  text: string;
}

interface Step {
  title: string;
  text: string;
}

export const earlyAccess = {
  name: 'Early Access',
  price: 'FREE',
  terms: 'No subscriptions, no renewals.',
  availability: 'Early access: September 2025',
} as const;

export const benefits: Benefit[] = [
  { name: 'Lifetime license', text: 'It is yours from the day you claim it and does not run out.' },
  { name: 'All future updates', text: 'Every version that follows, without another payment.' },
  {
    name: 'Unlimited offline storage',
    text: 'As many worlds as your disk can hold, on your own computer.',
  },
  {
    name: 'Full access',
    text: 'Every workspace: map, timelines, editor, calendar and network editor.',
  },
];

export const steps: Step[] = [
  { title: 'Create an account', text: 'An e-mail address and a password are enough.' },
  {
    title: 'Claim the license',
    text: 'The checkout opens on the page of our payment provider, Stripe. The total is zero, and no card is asked for.',
  },
  {
    title: 'Download the app',
    text: 'For Mac with Apple silicon, Mac with Intel processor, or Windows. After that you need no connection to work.',
  },
];
