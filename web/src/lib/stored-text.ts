/**
 * Texts that the browser refused to store, because storage is blocked or full. They last as long as
 * the page is open, so people can sign in without storage. Amplify does the same with its tokens; see
 * `load-identity-provider.ts`.
 */
const unstored = { local: new Map<string, string>(), session: new Map<string, string>() };

/** Reads from the browser's storage, for data that may be lost. */
export function readStored(storage: 'local' | 'session', key: string): string | null {
  const text = unstored[storage].get(key);
  if (text !== undefined) return text;
  try {
    return storageNamed(storage).getItem(key);
  } catch {
    return null;
  }
}

/** Null removes the entry. */
export function writeStored(storage: 'local' | 'session', key: string, text: string | null): void {
  unstored[storage].delete(key);
  try {
    if (text === null) storageNamed(storage).removeItem(key);
    else storageNamed(storage).setItem(key, text);
  } catch {
    if (text !== null) unstored[storage].set(key, text);
    removeStored(storage, key);
  }
}

/** True if the browser blocks or ignores the storage, or if it has no room for the tokens of a sign-in. */
export function refusesStorage(storage: 'local' | 'session'): boolean {
  const text = ' '.repeat(9999);
  try {
    storageNamed(storage).setItem('probe', text);
    const stored = storageNamed(storage).getItem('probe');
    storageNamed(storage).removeItem('probe');
    return stored !== text;
  } catch {
    return true;
  }
}

/** Removes an earlier text, which would return after a reload. */
function removeStored(storage: 'local' | 'session', key: string): void {
  try {
    storageNamed(storage).removeItem(key);
  } catch {
    // Blocked storage keeps nothing.
  }
}

function storageNamed(storage: 'local' | 'session'): Storage {
  return storage === 'local' ? localStorage : sessionStorage;
}
