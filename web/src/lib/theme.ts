import { useSyncExternalStore } from 'react';
import { writeStored } from './stored-text.ts';
import { showThemeColor } from './theme-color.ts';

export type Theme = 'dark' | 'light';

const listeners = new Set<() => void>();

/** The current theme. `boot` has applied the saved one before the first paint; dark by default. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme, () => 'dark');
}

export function switchTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  showThemeColor();
  writeStored('local', 'theme', theme);
  for (const listener of listeners) listener();
}

function currentTheme(): Theme {
  return document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
