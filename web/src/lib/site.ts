import { brand } from '../../../contract/rules/brand.ts';

declare const __PUBLIC_ORIGIN__: string;

/** The brand and every address outside this site that it links to. */
export const site = {
  name: brand,
  /** Where the public finds us. The build takes it from lib/stages.ts. */
  origin: __PUBLIC_ORIGIN__,
  tagline: 'A desktop toolkit for worldbuilders and story writers',
  copyrightYear: 2025,
  communityLinks: [
    { label: 'Community chat', href: 'https://chat.lorewright.example' },
    { label: 'Discussion forum', href: 'https://forum.lorewright.example' },
    { label: 'Donate', href: 'https://donate.lorewright.example' },
  ],
} as const;

/** The one public address of a path, whichever stage shows the page: `/pricing/` is `https://…/pricing`. */
export const publicAddressOf = (path: string): string => site.origin + (path.replace(/\/+$/, '') || '/');
