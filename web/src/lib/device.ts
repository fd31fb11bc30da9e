import { useSyncExternalStore } from 'react';

const phonesAndTablets = /Android|iPhone|iPad|iPod|Mobile|Tablet|Silk|Kindle|Opera Mini/i;

/** The builds run on desktop computers only. An iPad calls itself a Mac, but no Mac has a touch screen. */
export function isDesktopDevice({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
  const isDisguisedTablet = userAgent.includes('Macintosh') && maxTouchPoints > 1;
  return !phonesAndTablets.test(userAgent) && !isDisguisedTablet;
}

const neverChanges = () => () => {};

/** Prerendered HTML is that of a desktop. */
export function useIsDesktop(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => isDesktopDevice(navigator),
    () => true,
  );
}
