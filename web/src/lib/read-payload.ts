/**
 * The fields in the readable part of a signed token, for display: the signature is not verified.
 * @throws when the part is not JSON
 */
export function readPayload(part = ''): Record<string, unknown> {
  const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}
