export interface Feature {
  name: string;
  /** A symbol of illustrations.svg; home.module.css lays it out by this name. */
  picture: string;
  text: string;
}

export const workspaces: Feature[] = [
  {
    name: 'Map',
    picture: 'map',
    text: 'Lay out continents, cities and the inn at the crossroads. Pin people and events to the places where they belong.',
  },
  {
    name: 'Timelines',
    picture: 'timelines',
    text: 'Run a dynasty, a war and one long night side by side, and see at once what happened where and before what.',
  },
  {
    name: 'Editor',
    picture: 'editor',
    text: 'Write scenes and lore entries with your world beside the page, so that eyes stay green and dead kings stay dead.',
  },
  {
    name: 'Calendar',
    picture: 'calendar',
    text: 'Keep the time of your own world: its months and moons, its feast days and the day the comet comes back.',
  },
  {
    name: 'Network editor',
    picture: 'network-editor',
    text: 'Draw who loves, owes, betrays or descends from whom, and find the knots your plot hangs on.',
  },
];

export const foundations: Feature[] = [
  {
    name: 'Offline first',
    picture: 'offline-first',
    text: 'Everything lives on your own computer. Write on a train or in a cabin, without a connection.',
  },
  {
    name: 'Unlimited local storage',
    picture: 'unlimited-local-storage',
    text: 'As many worlds, maps and drafts as your disk can hold. We do not count them.',
  },
  {
    name: 'Custom relations',
    picture: 'custom-relations',
    text: 'Every relation has a source, a target and a type you name yourself: from “ward of” to “sworn enemy of”.',
  },
];
