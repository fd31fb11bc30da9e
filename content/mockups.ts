export interface Mockup {
  name: string;
  caption: string;
  /** It is also the name of the link around the picture, so it is short. */
  alt: string;
}

/** The screens of the home page's carousel, in their order. `name` names the files in mockups/images: `<name>-<480|800|1600>.<avif|webp>`. */
export const mockups: Mockup[] = [
  {
    name: 'map',
    caption: 'Map: every place is an entry, and every route knows how long it takes.',
    alt: 'The map workspace: a coast with roads between Harrowmere, Tam and Eld March, and the card of the Isle of Wrens.',
  },
  {
    name: 'timelines',
    caption: 'Timelines: what happened, and when each person heard of it.',
    alt: 'The timelines workspace: swim lanes for what was done and what Isel knew, with the wreck of the Patience selected.',
  },
  {
    name: 'editor',
    caption: 'Editor: your manuscript, with notes in the margin and the world beside it.',
    alt: 'The editor workspace: the scene “The Lowest Drawer” with underlined names, notes in the margin, and its people and places.',
  },
  {
    name: 'calendar',
    caption: 'Calendar: your own months, moons and feasts, and what fell on which night.',
    alt: 'The calendar workspace: forty days of the month Rookfall with their moons; on the 20th, at new moon, a ship was lost.',
  },
  {
    name: 'network',
    caption: 'Network: who is tied to whom, by lines with a type and a direction.',
    alt: 'The network workspace as a graph: people, places and events joined by named arrows, with Oda Hallam selected.',
  },
  {
    name: 'relations',
    caption: 'Relations: the same ties as a table of source, type and target.',
    alt: 'The network workspace as a table of relations; the row “Nessa Quill hides the truth from Isel Vey” is open.',
  },
];
