export interface Beat {
  title: string;
  /** 0 is the first page, 1 the last. */
  position: number;
  happens: string;
  /** A question for the writer about their own story. */
  question: string;
}

/** The kinds of story that a structure fits, as in its schema. */
export const structureKinds = ['shape', 'plot', 'telling'] as const;
export type StructureKind = (typeof structureKinds)[number];

/** A file of `content/story-structures`, as its `schema.json` describes it. */
export interface StoryStructure {
  name: string;
  slug: string;
  kind: StructureKind;
  origin: string;
  description: string;
  suits: string;
  beats: Beat[];
}

const files = import.meta.glob<StoryStructure>(
  ['../../../../content/story-structures/*.json', '!../../../../content/story-structures/schema.json'],
  { eager: true, import: 'default' },
);

/** Every structure, by name. */
export const storyStructures: StoryStructure[] = Object.values(files).sort((one, other) =>
  one.name.localeCompare(other.name, 'en'),
);

/**
 * The structures of a kind that contain every search word, in their texts or in the names of their
 * beats.
 */
export function searchStructures(
  structures: StoryStructure[],
  query: string,
  wantedKind: StructureKind | 'all' = 'all',
): StoryStructure[] {
  const words = searchable(query).split(/\s+/).filter(Boolean);
  return structures.filter(({ name, kind, origin, description, suits, beats }) => {
    if (wantedKind !== 'all' && kind !== wantedKind) return false;
    const text = searchable([name, origin, description, suits, ...beats.map(({ title }) => title)].join(' '));
    return words.every((word) => text.includes(word));
  });
}

/** Lower case without accents: "kishotenketsu" finds Kishōtenketsu. */
function searchable(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replaceAll('’', "'")
    .toLowerCase();
}
