/**
 * The characters of a code as a person typed or pasted it: in lowercase, in groups with dashes or
 * spaces, or in full-width characters, which some keyboards write.
 */
export function tidyCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '');
}
