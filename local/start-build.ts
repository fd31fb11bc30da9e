import { arePagesBuilt } from '../scripts/build/build-pages.ts';
import { arePagesFinished } from '../scripts/build/finish-pages.ts';
import { buildPagesInProcess, finishPagesInProcess } from './build-processes.ts';
import { bundleOnCall } from './bundle-on-call.ts';

interface StartBuild {
  pagesBuilt: Promise<void>;
  bundle: (functionName: string) => Promise<void>;
  /** Adds to the built pages what a start need not wait for, unless they have it. */
  finishPages: () => Promise<void>;
}

/**
 * Builds what a start needs from the current code: the pages now, and each function when it is called.
 * @throws AlreadyBuilding
 */
export function startBuild(): StartBuild {
  const bundle = bundleOnCall();
  const pagesBuilt = arePagesBuilt() ? Promise.resolve() : buildPages();
  // A start awaits it later.
  pagesBuilt.catch(() => {});
  return { pagesBuilt, bundle, finishPages };
}

function buildPages(): Promise<void> {
  console.log('Building pages ...');
  return buildPagesInProcess();
}

async function finishPages(): Promise<void> {
  if (!arePagesFinished()) await finishPagesInProcess();
}
