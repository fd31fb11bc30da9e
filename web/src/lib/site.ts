import { brand } from '../../../contract/rules/brand.ts';
import { communityLinks, owner } from '../../../settings.ts';

declare const __PUBLIC_ORIGIN__: string;

/** The brand, and every external address that the site links to. */
export const site = {
  name: brand,
  /** The public address of the site. The build reads it from settings.ts. */
  origin: __PUBLIC_ORIGIN__,
  tagline: 'A desktop toolkit for worldbuilders and story writers',
  copyrightYear: 2025,
  communityLinks: [
    { label: 'Community chat', href: communityLinks.chat },
    { label: 'Discussion forum', href: communityLinks.forum },
    { label: 'Donate', href: communityLinks.donate },
  ],
  forumLink: communityLinks.forum,
  contactAddress: owner.contactAddress,
} as const;

/**
 * The canonical public address of a path, on every stage. For example, `/pricing/` is
 * `https://…/pricing`.
 */
export const publicAddressOf = (path: string): string => site.origin + (path.replace(/\/+$/, '') || '/');
