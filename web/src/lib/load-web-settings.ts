import type { WebSettings } from '../../../contract/records/web-settings.ts';

let settings: Promise<WebSettings> | undefined;

/** What the browser must know of the stage it runs on. Asked for once; a failure can be tried again. */
export function loadWebSettings(): Promise<WebSettings> {
  settings ??= fetchSettings().catch((cause: unknown) => {
    settings = undefined;
    throw new Error('The site could not load its settings. Check your connection and try again.', { cause });
  });
  return settings;
}

async function fetchSettings(): Promise<WebSettings> {
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`);
  return (await response.json()) as WebSettings;
}
