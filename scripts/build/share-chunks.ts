import { statSync } from 'node:fs';
import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { type ChunkGroup, chunkGroups, groupModules, type SiteModule } from './chunk-groups.ts';

/**
 * Writes modules of several pages to shared files, as `chunk-groups.ts` groups them. Only for
 * browsers: the renderer reads its files from disk.
 */
export function shareChunks(): Plugin {
  let groups = new Map<string, ChunkGroup>();
  return {
    name: 'lorewright:share-chunks',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    config: () => ({
      environments: {
        client: {
          build: {
            rolldownOptions: {
              output: {
                // Every page contains all names; half as many bits are enough to tell builds apart.
                hashCharacters: 'hex',
                codeSplitting: {
                  groups: Object.keys(chunkGroups).map((name) => ({
                    name,
                    test: (id: string) => groups.get(pathOf(id)) === name,
                  })),
                },
              },
            },
          },
        },
      },
    }),
    buildEnd(error) {
      if (error) return;
      const modules = [...this.getModuleIds()].map((id): [string, SiteModule] => {
        const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {};
        const styleBytes = id.endsWith('.css') ? statSync(id).size : 0;
        const imports = importedIds.map(pathOf);
        return [pathOf(id), { imports, dynamicImports: dynamicallyImportedIds.map(pathOf), styleBytes }];
      });
      groups = groupModules(new Map(modules));
    },
  };
}

const top = `${import.meta.dirname}/../..`;

/**
 * The path from the root of the repository. Vite's own modules have no file and keep their names.
 */
const pathOf = (id: string) => (id.startsWith('/') ? relative(top, id) : id);
