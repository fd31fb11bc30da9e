/** The free resources, as files under `resources/` in the builds bucket. */
export const resourceFiles = {
  tutorialProject: 'tutorial-project.json',
  allStructures: 'lorewright-story-structures.zip',
} as const;

/** The path of the file of a story structure. */
export function structureFile(slug: string): string {
  return `story-structures/${slug}.json`;
}

/** The paths that a request may name: no file outside of the folder. */
export const resourceFilePattern = /^(story-structures\/)?[a-z0-9]+(-[a-z0-9]+)*\.(json|zip)$/;

export function resourceKey(file: string): string {
  return `resources/${file}`;
}
