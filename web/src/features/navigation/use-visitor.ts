import { useIsDesktop } from '../../lib/device.ts';
import { useIsLicensed, useSession } from '../../lib/session.ts';
import type { Visitor } from './navigation-links.ts';

export function useVisitor(): Visitor {
  return { isSignedIn: useSession() !== null, isLicensed: useIsLicensed(), isDesktop: useIsDesktop() };
}
