import type { Manifest } from 'vite';

export type ClientManifest = Manifest;

/** The URLs of the styles a module needs: its own and those of everything it imports statically. */
export function stylesheetsOfModule(manifest: ClientManifest, module: string): string[] {
  const stylesheets = new Set<string>();
  const visited = new Set<string>();

  const visit = (key: string) => {
    if (visited.has(key)) return;
    visited.add(key);
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no chunk for ${key}`);
    for (const imported of chunk.imports ?? []) visit(imported);
    for (const file of chunk.css ?? []) stylesheets.add(`/${file}`);
  };
  visit(module);

  return [...stylesheets];
}
