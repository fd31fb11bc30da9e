import { statSync } from 'node:fs';
import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { type ChunkGroup, chunkGroups, groupModules, type SiteModule } from './chunk-groups.ts';

/** Writes what several pages use to shared files; `chunk-groups.ts` says which. Only for browsers: the renderer reads its files from a disk. */
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

/** From the top of the repository. Vite's own modules have no file, and keep their names. */
const pathOf = (id: string) => (id.startsWith('/') ? relative(top, id) : id);
