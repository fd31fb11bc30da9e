import { statSync } from 'node:fs';
import { relative } from 'node:path';
import type { Plugin } from 'vite';

/** A module of the site and its imports, as paths from the root of the repository. */
interface SiteModule {
  imports: readonly string[];
  dynamicImports: readonly string[];
  /** The size of a stylesheet; 0 for code. */
  styleBytes: number;
}

export type ModuleGraph = ReadonlyMap<string, SiteModule>;

/**
 * The files that contain modules of several pages, in the order in which they take modules. The
 * bundler alone would write dozens of small files, and a page would wait for all of its own. Each
 * stylesheet also costs one hash in the policy of every page.
 */
const chunkGroups = {
  site: 'what every page runs',
  content: 'what at least a third of the pages show, but not the home page',
  shared: 'what fewer pages show',
  small: 'the styles of single pages that have only a few',
  calls: 'what pages share with other pages or panels to call the server',
} as const;

type ChunkGroup = keyof typeof chunkGroups;

const entry = 'web/index.html';
const homePage = 'web/src/routes/home.tsx';
const folders = {
  pages: ['web/src/routes/'],
  looks: ['web/src/components/'],
  logic: ['web/src/lib/', 'contract/operations/', 'contract/records/', 'contract/rules/'],
};

/** Smaller styles of a page are not worth a file of their own. */
const smallStyleBytes = 1300;

const isStyle = (id: string) => id.endsWith('.css');
const isIn = (kind: keyof typeof folders, id: string) =>
  folders[kind].some((folder) => id.startsWith(folder));

/**
 * Writes modules of several pages to shared files, as `groupModules` groups them. Only for
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

/**
 * Assigns modules to groups by their importers. No rule names a file, except the entry and the home
 * page.
 * @throws if a group or a folder has no module.
 */
export function groupModules(graph: ModuleGraph): Map<string, ChunkGroup> {
  checkFolders(graph);
  const closureOf = closures(graph);
  const dynamic = new Set([...graph.values()].flatMap(({ dynamicImports }) => dynamicImports));
  const users = (roots: string[]) => countUsers(roots.map(closureOf));
  const pages = [...dynamic].filter((id) => isIn('pages', id));
  const usersByPage = users(pages);
  const usersByRoot = users([...dynamic]);
  const pagesOf = (id: string) => usersByPage.get(id) ?? 0;
  const started = closureOf(entry);
  const ofHomePage = closureOf(homePage);

  const isOfSite = (id: string) => started.has(id) || (ofHomePage.has(id) && pagesOf(id) > 1);
  const needsLogic = (id: string) =>
    [...closureOf(id)].some((imported) => isIn('logic', imported) && !isOfSite(imported));
  const small = new Set(pages.flatMap((page) => smallStyles(closureOf(page), graph, pagesOf)));

  // Code that only panels share stays out of the files of pages: every page that calls the server
  // would load it.
  const codeOfCalls = [...graph.keys()].filter(
    (id) =>
      (isIn('logic', id) && (usersByRoot.get(id) ?? 0) > 1 && pagesOf(id) > 0) ||
      (isIn('looks', id) && pagesOf(id) > 1 && !isStyle(id) && needsLogic(id)),
  );
  const calls = new Set(codeOfCalls);
  // Most pages load the group `calls`, and with it the styles that it imports.
  const stylesOfCalls = new Set(codeOfCalls.flatMap((id) => graph.get(id)?.imports ?? []).filter(isStyle));

  const groupOf = (id: string): ChunkGroup | undefined => {
    if (isOfSite(id)) return 'site';
    if (ofHomePage.has(id)) return undefined;
    if (calls.has(id)) return 'calls';
    if (!isStyle(id) && !isIn('looks', id)) return undefined;
    if (pagesOf(id) < 2) return small.has(id) ? 'small' : undefined;
    return stylesOfCalls.has(id) || pagesOf(id) >= pages.length / 3 ? 'content' : 'shared';
  };
  const groups = new Map<string, ChunkGroup>();
  for (const id of graph.keys()) {
    const group = groupOf(id);
    if (group) groups.set(id, group);
  }
  checkGroups(groups);
  return groups;
}

/** The modules that run with a module: itself and everything that it imports statically. */
function closures(graph: ModuleGraph): (id: string) => ReadonlySet<string> {
  const known = new Map<string, Set<string>>();
  return (root) => {
    const found = known.get(root) ?? new Set([root]);
    if (!known.has(root)) {
      // A loop over a set also visits items that are added during the loop.
      for (const id of found) for (const imported of graph.get(id)?.imports ?? []) found.add(imported);
      known.set(root, found);
    }
    return found;
  };
}

function countUsers(closures: ReadonlySet<string>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of closures.flatMap((closure) => [...closure])) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** The styles that only one page uses, unless they are many. */
function smallStyles(
  modulesOfPage: ReadonlySet<string>,
  graph: ModuleGraph,
  pagesOf: (id: string) => number,
): string[] {
  const own = [...modulesOfPage].filter((id) => isStyle(id) && pagesOf(id) === 1);
  const bytes = own.reduce((total, id) => total + (graph.get(id)?.styleBytes ?? 0), 0);
  return bytes < smallStyleBytes ? own : [];
}

function checkFolders(graph: ModuleGraph): void {
  const expected = [entry, homePage, ...Object.values(folders).flat()];
  const missing = expected.filter((start) => ![...graph.keys()].some((id) => id.startsWith(start)));
  if (missing.length > 0) {
    throw new Error(
      `The site has no modules in ${missing.join(', ')}. Correct the paths in scripts/build/chunk-groups.ts.`,
    );
  }
}

function checkGroups(groups: ReadonlyMap<string, ChunkGroup>): void {
  const used = new Set(groups.values());
  for (const [group, meaning] of Object.entries(chunkGroups)) {
    if (used.has(group as ChunkGroup)) continue;
    throw new Error(
      `No module belongs to the chunk group "${group}" (${meaning}). Correct or remove its rule in scripts/build/chunk-groups.ts.`,
    );
  }
}
