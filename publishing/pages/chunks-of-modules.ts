import type { Manifest } from 'vite';

/**
 * The URLs of a page's files: those of its modules and of everything that they import statically.
 */
export interface PageChunks {
  /** In the order of their requests. */
  scripts: string[];
  /** In the order of the cascade. */
  stylesheets: string[];
}

export function chunksOfModules(manifest: Manifest, modules: string[]): PageChunks {
  const scripts = new Set<string>();
  const stylesheets = new Set<string>();
  const visited = new Set<string>();

  const visit = (key: string) => {
    if (visited.has(key)) return;
    visited.add(key);
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no chunk for ${key}`);
    for (const imported of chunk.imports ?? []) visit(imported);
    scripts.add(`/${chunk.file}`);
    for (const file of chunk.css ?? []) stylesheets.add(`/${file}`);
  };
  for (const module of modules) visit(module);

  return { scripts: [...scripts], stylesheets: [...stylesheets] };
}
