import { readFileSync, writeFileSync } from 'node:fs';
import { fillSections, readSections } from '../../scripts/commands/terminal/computed-sections.ts';

const document = 'docs/conformance.md';

/** Replaces one computed section of docs/conformance.md. */
export function writeSection(name: string, content: string): void {
  const text = readFileSync(document, 'utf8');
  writeFileSync(document, fillSections(text, { ...readSections(text), [name]: content }));
}
