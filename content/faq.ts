import offerTexts from 'virtual:offer-texts';
import { licenseUsers } from '../contract/content/license-users.ts';
import { link } from '../contract/content/link.ts';
import type { ManualPageId } from '../contract/content/manual-pages.ts';
import type { Inline } from '../contract/content/sections.ts';
import backUpYourWorlds from './manual/back-up-your-worlds.md?answer';
import chooseABuild from './manual/choose-a-build.md?answer';
import moveToANewComputer from './manual/move-to-a-new-computer.md?answer';
import networkEditor from './manual/network-editor.md?answer';
import licenseFile from './manual/put-in-the-license-file.md?answer';
import withdraw from './manual/withdraw.md?answer';
import workOffline from './manual/work-offline.md?answer';

export interface Question {
  question: string;
  answer: Inline[];
}

export const notice =
  'This page is under development and grows with your questions. Here is what we can answer today.';

/** An answer, mostly the first paragraph of a page of the manual, with a link to the page. */
const answerOf = (paragraph: Inline[], id: ManualPageId, text: string): Inline[] => [
  ...paragraph,
  ' ',
  link(`/manual/${id}`, text),
  '.',
];

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
    answer: answerOf(
      [offerTexts.faq, ' The ', link('/pricing', 'pricing page'), ' says what it includes.'],
      'pay',
      'How to get and pay for a license',
    ),
  },
  {
    question: 'What does the lifetime license include?',
    answer: [
      'The whole toolkit with every workspace, all future updates and unlimited offline storage. It does not expire.',
    ],
  },
  {
    question: 'What is the license file?',
    answer: answerOf(licenseFile, 'put-in-the-license-file', 'How to put it into the app'),
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
    question: 'Can I change my mind after I have paid?',
    answer: answerOf(withdraw, 'withdraw', 'How to withdraw'),
  },
  {
    question: 'What happens after a refund?',
    answer: [
      'A full refund or a lost dispute ends the license: the app gets no more updates, and your account loses its access. We cannot reach a file that is already on your computer, so the app you have installed and your worlds stay usable. Everyone who is signed in can still download the app.',
    ],
  },
  {
    question: 'Which computers does it run on?',
    answer: answerOf(chooseABuild, 'choose-a-build', 'Find the build for your computer'),
  },
  {
    question: 'Do I need an internet connection?',
    answer: answerOf(workOffline, 'work-offline', 'How to work offline'),
  },
  {
    question: 'How much can I store, and where is it?',
    answer: answerOf(backUpYourWorlds, 'back-up-your-worlds', 'How to make a backup'),
  },
  {
    question: 'Can I move to a new computer?',
    answer: answerOf(moveToANewComputer, 'move-to-a-new-computer', 'How to move'),
  },
  {
    question: 'What is a custom relation?',
    answer: answerOf(networkEditor, 'network-editor', 'How the network editor shows them'),
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
    question: 'How do I get your emails, and how do I unsubscribe?',
    answer: [
      'For the ',
      link('/newsletter', 'newsletter'),
      ', you need no account. With an account, choose your emails in your ',
      link('/preferences', 'preferences'),
      '. Each of these emails has a link to unsubscribe.',
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
