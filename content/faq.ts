import offerTexts from 'virtual:offer-texts';
import { licenseUsers } from '../contract/content/license-users.ts';
import { link } from '../contract/content/link.ts';
import type { Inline } from '../contract/content/sections.ts';

export interface Question {
  question: string;
  answer: Inline[];
}

export const notice =
  'This page is under development and grows with your questions. Here is what we can answer today.';

export const questions: Question[] = [
  {
    question: 'What is it?',
    answer: [
      'A desktop toolkit for worldbuilders and story writers. It has five workspaces that share one world: a map, timelines, an editor, a calendar and a network editor. A person you place on the map is the same person in the manuscript, on the timeline and in the network.',
    ],
  },
  {
    question: 'When can I use it?',
    answer: [offerTexts.start, ' The ', link('/download', 'download page'), ' lists what is available now.'],
  },
  {
    question: 'What does it cost?',
    answer: [offerTexts.faq, ' The ', link('/pricing', 'pricing page'), ' says what it includes.'],
  },
  {
    question: 'What does the lifetime license include?',
    answer: [
      'The whole toolkit with every workspace, all future updates and unlimited offline storage. It does not expire.',
    ],
  },
  {
    question: 'What is the license file?',
    answer: [
      'A small text file with your address, the date of your license and our signature. The app checks it without a connection and gets its updates with it. You can find it on the ',
      link('/account?tab=license', 'account page'),
      ' and in the email about your license. It never expires and is not tied to a computer, so a new computer or a fresh system needs only the same file. ',
      link('/license-check', 'Check a license'),
      ' shows what a file contains.',
    ],
  },
  {
    question: 'May my partner use it, and can I pass it on?',
    answer: [
      `${licenseUsers} You can pass your license on to another person on the `,
      link('/account?tab=license', 'account page'),
      '; it then belongs to that person, and no longer to you.',
    ],
  },
  {
    question: 'What happens if you stop?',
    answer: [
      'The app keeps working: it needs no server. ',
      link('/if-we-stop', 'Our pledge'),
      ' says what we would do.',
    ],
  },
  {
    question: 'What happens after a refund?',
    answer: [
      'A full refund or a lost dispute ends the license: the app gets no more updates, and your account loses its access. We cannot reach a file that is already on your computer, so the app you have installed and your worlds stay usable. Everyone who is signed in can still download the app.',
    ],
  },
  {
    question: 'Which computers does it run on?',
    answer: [
      'Macs with Apple silicon, Macs with an Intel processor, and 64-bit Windows. There is no version for phones or tablets. We are looking into Linux; see the ',
      link('/roadmap', 'roadmap'),
      '.',
    ],
  },
  {
    question: 'Do I need an internet connection?',
    answer: [
      'To create your account, get the license and download the app, yes. To work with it, no: it runs offline, and your worlds are stored on your own computer.',
    ],
  },
  {
    question: 'How much can I store, and where is it?',
    answer: [
      'As much as your disk can hold; we set no limit on worlds, maps or words. Everything is on your own computer, so please make your own backups.',
    ],
  },
  {
    question: 'What is a custom relation?',
    answer: [
      'A link between two things in your world, with a source, a target and a type in your own words. “Mira (source) is the ward of (type) the Duke (target)” is one. The network editor draws them, each with its own direction.',
    ],
  },
  {
    question: 'Is there anything I can use right away?',
    answer: [
      'Yes. The ',
      link('/resources', 'resources page'),
      ' has thirty story structures with their beats and a question for each, and a tutorial project with a map, a calendar and a small mystery. Reading is open to everyone; to download them, sign in with a free account.',
    ],
  },
  {
    question: 'What do you store about me, and how do I delete it?',
    answer: [
      'Your email address, your license, your email preferences and the feedback you send. This site has no analytics and no advertising, and what you write in the app is not sent to it. The ',
      link('/privacy', 'privacy policy'),
      ' lists every item. You can export and delete your data on the ',
      link('/account?tab=settings', 'account page'),
      '.',
    ],
  },
];
