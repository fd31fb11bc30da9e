/**
 * The browser's storage, for data that may be lost: if storage is blocked, reading returns null and
 * writing does nothing.
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
