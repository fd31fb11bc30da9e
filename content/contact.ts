import { link } from '../contract/content/link.ts';
import type { Inline } from '../contract/content/sections.ts';

export interface ContactTopic {
  title: string;
  text: Inline[];
}

export const lead =
  'Write to us about anything on this site or in the app. We read every message; an answer can take a few days.';

export const topics: ContactTopic[] = [
  {
    title: 'Account, license and downloads',
    text: [
      'Please write from the address your account uses, and tell us what you did and what you saw. Never send us your password; we do not need it and will not ask for it.',
    ],
  },
  {
    title: 'Privacy',
    text: [
      'You can export and delete what we store about you on the ',
      link('/account?tab=settings', 'account page'),
      '. For everything else, tell us in one sentence what you want; we may ask you to confirm that the address is yours.',
    ],
  },
  {
    title: 'Something is broken',
    text: [
      'The version of the app, your system (Mac with Apple silicon, Mac with Intel processor, or Windows) and the steps that lead to the problem help most. A screenshot helps too.',
    ],
  },
  {
    title: 'Security',
    text: [
      'If you have found a vulnerability, please tell us before you tell others, with enough detail to reproduce it.',
    ],
  },
  {
    title: 'Press',
    text: ['Texts, facts and pictures for your article are on the ', link('/press', 'press page'), '.'],
  },
  {
    title: 'Ideas and questions',
    text: [
      'The community chat and the forum, linked in the footer, are good places for these: others can answer, and others can find the answer later.',
    ],
  },
];
