/** The free resources, as files under `resources/` in the builds bucket. */
export const resourceFiles = {
  tutorialProject: 'tutorial-project.json',
  allStructures: 'lorewright-story-structures.zip',
} as const;

/** The file of a story structure. */
export function structureFile(slug: string): string {
  return `story-structures/${slug}.json`;
}

/** What can be asked for: the files there can be, and nothing outside of the folder. */
export const resourceFilePattern = /^(story-structures\/)?[a-z0-9]+(-[a-z0-9]+)*\.(json|zip)$/;

export function resourceKey(file: string): string {
  return `resources/${file}`;
}
