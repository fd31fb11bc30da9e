import { readStored } from '../lib/stored-text.ts';

/**
 * Runs before the first paint, so that a saved light theme never flashes dark. The key is that of
 * `components/theme-toggle.tsx`.
 */
export function applySavedTheme(): void {
  if (readStored('local', 'theme') === 'light') document.documentElement.dataset.theme = 'light';
}
