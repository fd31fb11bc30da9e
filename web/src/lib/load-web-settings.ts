import type { WebSettings } from '../../../contract/records/web-settings.ts';

let settings: Promise<WebSettings> | undefined;

/** The browser's settings of its stage. Loaded once; after a failure the next call tries again. */
export function loadWebSettings(): Promise<WebSettings> {
  settings ??= fetchSettings().catch((cause: unknown) => {
    settings = undefined;
    throw new Error('The site could not load its settings. Check your connection and try again.', { cause });
  });
  return settings;
}

async function fetchSettings(): Promise<WebSettings> {
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error(`/config.json responded with ${response.status}`);
  return (await response.json()) as WebSettings;
}
