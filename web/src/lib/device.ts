import { useSyncExternalStore } from 'react';

const phonesAndTablets = /Android|iPhone|iPad|iPod|Mobile|Tablet|Silk|Kindle|Opera Mini/i;

/** At this width and below, the site has its phone layout. */
const mobileWidthPx = 768;

/**
 * The builds run on desktop computers only. An iPad identifies as a Mac, but no Mac has a touch
 * screen.
 */
export function isDesktopDevice({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
  const isDisguisedTablet = userAgent.includes('Macintosh') && maxTouchPoints > 1;
  return !phonesAndTablets.test(userAgent) && !isDisguisedTablet;
}

/**
 * Whether the device seems to run a system that has a build. A tablet that requests
 * desktop pages identifies as Linux.
 */
function runsOurSystems({ userAgent }: Pick<Navigator, 'userAgent'>): boolean {
  return /Windows|Macintosh/.test(userAgent);
}

/** Where the network may be slow: a phone or tablet, or a window as narrow as theirs. */
export function isMobile({ navigator, innerWidth }: Pick<Window, 'navigator' | 'innerWidth'>): boolean {
  return innerWidth <= mobileWidthPx || !isDesktopDevice(navigator);
}

const neverChanges = () => () => {};

/** Prerendered HTML is for a computer with a build. */
export function useRunsOurSystems(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => runsOurSystems(navigator),
    () => true,
  );
}

/** Prerendered HTML is for a desktop. */
export function useIsDesktop(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => isDesktopDevice(navigator),
    () => true,
  );
}
