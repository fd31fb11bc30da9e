import offerTexts from 'virtual:offer-texts';
import { link } from '../contract/content/link.ts';
import type { Inline } from '../contract/content/sections.ts';

export interface AboutSection {
  heading: string;
  paragraphs: Inline[][];
}

export const lead = 'We make a desktop toolkit for people who invent worlds and tell stories in them.';

export const sections: AboutSection[] = [
  {
    heading: 'The problem we started with',
    paragraphs: [
      [
        'A world worth reading about does not fit into one document. It has a coast, a succession law, a moon, nine cousins and a war that somebody remembers wrongly. So it ends up in a folder of text files, a drawing, a spreadsheet of dates and a drawer of index cards, and half of the work becomes remembering which of them is right.',
      ],
      [
        'We wanted one place in which a fact is written down once and then shows up wherever it matters: on the map, on the timeline, in the calendar, in the network of who owes what to whom, and next to the page while you write.',
      ],
    ],
  },
  {
    heading: 'What we are building',
    paragraphs: [
      [
        'Five workspaces on one world: a map, timelines, an editor, a calendar and a network editor. Relations that you define yourself connect them, each with a source, a target and a type in your own words.',
      ],
      [
        'The workspaces are modules. If you write novels set in your own town, you may never open the map. If you draw continents for the joy of it, the manuscript will not get in your way.',
      ],
    ],
  },
  {
    heading: 'What we believe in',
    paragraphs: [
      [
        'Your work stays with you. The toolkit is made to run offline and keeps your worlds on your own computer, with no limit but your disk.',
      ],
      [offerTexts.about],
      [
        'Tools ask, writers decide. A structure, a calendar or a diagram can show you a gap. You decide what belongs there, and you can leave it open.',
      ],
      [
        'We say what is finished and what is not. The ',
        link('/changelog', 'changelog'),
        ' lists what has changed, the ',
        link('/roadmap', 'roadmap'),
        ' separates what we are building from what we are only thinking about, and pages that are still empty say so.',
      ],
    ],
  },
  {
    heading: 'Where we are',
    paragraphs: [
      [offerTexts.start, ' The ', link('/download', 'download page'), ' lists what is available now.'],
      [
        'The first users shape what the toolkit becomes, so ',
        link('/feedback', 'tell us'),
        ' where it gets in the way of your story. Every page of this site has a link to the community in its footer, and the ',
        link('/contact', 'contact page'),
        ' has our address.',
      ],
    ],
  },
];
