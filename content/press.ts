import offerTexts from 'virtual:offer-texts';

interface Description {
  name: string;
  paragraphs: string[];
}

export const lead =
  'Texts, facts and pictures that you may use when you write about us, and the address for your questions.';

export const descriptions: Description[] = [
  {
    name: 'In one sentence',
    paragraphs: [
      `Lorewright is a desktop toolkit for worldbuilders and story writers: a map, timelines, an editor, a calendar and a network editor that share one world.`,
    ],
  },
  {
    name: 'In a paragraph',
    paragraphs: [
      `Lorewright is a desktop toolkit for people who invent worlds and tell stories in them. Its five workspaces share one world, so a fact is written down once: a person you place on the map is the same person in the manuscript, on the timeline and in the network. It works offline, keeps every world on the writer’s own computer, and comes with a license for life.`,
    ],
  },
  {
    name: 'On a page',
    paragraphs: [
      'A world worth reading about does not fit into one document. It has a coast, a succession law, a moon, nine cousins and a war that somebody remembers wrongly. So it ends up in a folder of text files, a drawing, a spreadsheet of dates and a drawer of index cards, and half of the work becomes remembering which of them is right.',
      `Lorewright is one place in which a fact is written down once and then shows up wherever it matters. It has five workspaces: a map for continents, cities and the inn at the crossroads; timelines for a dynasty, a war and one long night side by side; an editor with the world beside the page; a calendar with months, moons and feast days of your own; and a network editor for who loves, owes, betrays or descends from whom. Relations that writers define themselves connect them, each with a source, a target and a type in their own words.`,
      'The workspaces are modules. A novelist whose story is set in a town of today may never open the map, and the manuscript does not get in the way of somebody who draws continents for the joy of it.',
      'The work stays with the writer. The toolkit runs offline and keeps its worlds on the writer’s own computer, with no limit but the disk. This site has no analytics and no advertising, and what people write in the app is not sent to it.',
      `${offerTexts.home} The license comes with all future updates, and its file works without a connection. Lorewright runs on Macs and on Windows.`,
    ],
  },
];

export const facts: [name: string, value: string][] = [
  ['Name', 'Lorewright'],
  ['What it is', 'A desktop toolkit for worldbuilders and story writers'],
  ['Platforms', 'Macs with Apple silicon or an Intel processor, and 64-bit Windows'],
  ['Price', offerTexts.home],
  ['License', 'For life, with all future updates'],
  ['Languages', 'This site is in English'],
];

/** The pictures beside the screens, with their files in `content/press`. */
export const logos = [
  {
    caption: 'The mark, for dark and for light backgrounds',
    files: ['lorewright-mark-dark.svg', 'lorewright-mark-light.svg'],
  },
  { caption: 'The icon', files: ['lorewright-icon.svg'] },
];
