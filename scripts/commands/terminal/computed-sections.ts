/** A part of a document that a command computes, between its name and the end. */
const section = /<!-- computed: ([\w-]+) -->\n([\s\S]*?)<!-- end -->/g;

/**
 * The computed sections of a document, by their names.
 * @throws Error when a section has no end
 */
export function readSections(text: string): Record<string, string> {
  const sections = [...text.matchAll(section)];
  if (sections.length < text.split('<!-- computed: ').length - 1)
    throw new Error('A computed section of the document has no end. Add <!-- end --> to it.');
  return Object.fromEntries(sections.map(([, name = '', content = '']) => [name, content.trim()]));
}

/**
 * Replaces the text between each pair of markers.
 * @throws Error when a section has no markers, or markers have no section
 */
export function fillSections(text: string, sections: Record<string, string>): string {
  const found = Object.keys(readSections(text));
  const lost = [
    ...Object.keys(sections).filter((name) => !found.includes(name)),
    ...found.filter((name) => !Object.hasOwn(sections, name)),
  ];
  if (lost.length > 0) throw new Error(`The document and the computed sections differ: ${lost.join(', ')}.`);
  return text.replace(
    section,
    (_, name: string) => `<!-- computed: ${name} -->\n\n${sections[name]}\n\n<!-- end -->`,
  );
}

/** A table in Markdown. */
export function markdownTable(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}
