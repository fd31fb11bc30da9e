/**
 * The browser's storage, for what may be lost: reading gives null and writing does nothing where storage is blocked.
 */
export function readStored(storage: 'local' | 'session', key: string): string | null {
  try {
    return storageNamed(storage).getItem(key);
  } catch {
    return null;
  }
}

/** Null removes the entry. */
export function writeStored(storage: 'local' | 'session', key: string, text: string | null): void {
  try {
    if (text === null) storageNamed(storage).removeItem(key);
    else storageNamed(storage).setItem(key, text);
  } catch {
    // Blocked or full: the entry is not kept.
  }
}

function storageNamed(storage: 'local' | 'session'): Storage {
  return storage === 'local' ? localStorage : sessionStorage;
}
