import { useSyncExternalStore } from 'react';
import { writeStored } from '../lib/stored-text.ts';
import { showThemeColor } from '../lib/theme-color.ts';
import { IconButton } from './icon-button.tsx';

export function ThemeToggle() {
  const theme = useTheme();
  const otherTheme = theme === 'dark' ? 'light' : 'dark';

  return (
    <IconButton
      label={`Switch to ${otherTheme} theme`}
      icon={
        theme === 'dark'
          ? 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5'
          : 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z'
      }
      onClick={() => switchTheme(otherTheme)}
    />
  );
}

type Theme = 'dark' | 'light';

const listeners = new Set<() => void>();

/** The current theme. `boot` has applied the saved one before the first paint; dark by default. */
function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme, () => 'dark');
}

function switchTheme(theme: Theme): void {
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
