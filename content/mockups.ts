/** The screens of the home page's carousel, in their order. `name` names the files in mockups/images: `<name>-<480|800|1600>.<avif|webp>`. */
export const mockups = [
  {
    name: 'map',
    caption: 'Map: every place is an entry, and every route knows how long it takes.',
    alt: 'The map workspace: a coast with mountains, rivers and roads between Harrowmere, Tam and Eld March, days of travel written on each route, and beside it the card of the selected Isle of Wrens.',
  },
  {
    name: 'timelines',
    caption: 'Timelines: what happened, and when each person heard of it.',
    alt: 'The timelines workspace: swim lanes for what was done, what Isel knew, lasting spans and the phases of the moon, with the wreck of the Patience selected and its distance in days to other events.',
  },
  {
    name: 'editor',
    caption: 'Editor: your manuscript, with notes in the margin and the world beside it.',
    alt: 'The editor workspace: the scene “The Lowest Drawer” with underlined names that link to entries, three notes in the margin, and the people and places of the scene in a panel.',
  },
  {
    name: 'calendar',
    caption: 'Calendar: your own months, moons and feasts, and what fell on which night.',
    alt: 'The calendar workspace: the forty days of the month Rookfall in weeks of eight days, each with its phase of the moon; the 20th is selected, a night of new moon on which a ship was lost.',
  },
  {
    name: 'network',
    caption: 'Network: who is tied to whom, by lines with a type and a direction.',
    alt: 'The network workspace as a graph: people, places and events joined by named arrows, Oda Hallam selected, and a new relation being added that reads Tobin Rusk lied for Oda Hallam.',
  },
  {
    name: 'relations',
    caption: 'Relations: the same ties as a table of source, type and target.',
    alt: 'The network workspace as a table: relations with source, type and target, filtered to people and events as targets; the row Nessa Quill hides the truth from Isel Vey is open beside it with its note.',
  },
] as const;
