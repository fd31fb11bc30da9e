/// <reference types="vite/client" />
import type { Advisory } from '../../../contract/content/advisory.ts';

const files = import.meta.glob<Advisory>('../../../content/advisories/*.json', {
  eager: true,
  import: 'default',
});

/** The advisories about the app, the newest first. */
export const advisories: Advisory[] = Object.values(files).sort(({ document: a }, { document: b }) =>
  b.tracking.initial_release_date.localeCompare(a.tracking.initial_release_date),
);
