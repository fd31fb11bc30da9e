import type { RoadmapItemId } from '../contract/content/roadmap-items.ts';

export interface RoadmapItem {
  id: RoadmapItemId;
  title: string;
  text: string;
  /** `short`: actively developed. `long`: planning and research, and it may not happen. */
  horizon: 'short' | 'long';
}

export const roadmap: RoadmapItem[] = [
  {
    id: 'relations-with-dates',
    title: 'Relations with dates',
    text: 'Alliances end and debts get paid. Relations get a beginning and an end in your own calendar, and the network editor shows those that hold on a chosen day.',
    horizon: 'short',
  },
  {
    id: 'story-structures-in-the-editor',
    title: 'Story structures in the editor',
    text: 'The structures from our resources next to your list of scenes, so that you can link each beat to the scene that does its work, or leave it open as a question.',
    horizon: 'short',
  },
  {
    id: 'maps-that-change-over-time',
    title: 'Maps that change over time',
    text: 'Borders move, cities burn and rivers silt up. Layers of a map get the years for which they hold.',
    horizon: 'short',
  },
  {
    id: 'questions-for-the-calendar',
    title: 'Questions for the calendar',
    text: 'Ask for the next full moon, the weekday of a battle, or the age of everyone in a scene on its date.',
    horizon: 'short',
  },
  {
    id: 'marketplace',
    title: 'Marketplace',
    text: 'A place where creators offer maps, calendars and templates to each other. Before we build it, we are working out how it can be fair to creators.',
    horizon: 'long',
  },
  {
    id: 'build-for-linux',
    title: 'A build for Linux',
    text: 'We are looking into what it takes to support it properly, on more than one machine and for more than one release.',
    horizon: 'long',
  },
  {
    id: 'writing-with-others',
    title: 'Writing with others, offline first',
    text: 'Research into sharing a world between several people whose copies sync only now and then, without a server that owns the original.',
    horizon: 'long',
  },
  {
    id: 'importing-from-other-tools',
    title: 'Importing from other tools',
    text: 'Years of notes should not have to be typed again. We are collecting which formats people bring and what each of them loses on the way.',
    horizon: 'long',
  },
  {
    id: 'printed-atlas',
    title: 'A printed atlas',
    text: 'Turning a project into a book that can be printed and given away: maps, family lines, timelines and the entries you choose.',
    horizon: 'long',
  },
];
