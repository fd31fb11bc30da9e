/** The state that determines which links a visitor sees. */
export interface Visitor {
  isSignedIn: boolean;
  isLicensed: boolean;
  isDesktop: boolean;
}

export interface NavigationLink {
  label: string;
  to: string;
  look?: 'button';
  isShownTo?: (visitor: Visitor) => boolean;
}

/** Visitors in the paid state do not see this link. */
const pricing: NavigationLink = {
  label: 'Pricing',
  to: '/pricing',
  isShownTo: ({ isLicensed }) => !isLicensed,
};

export const headerLinks: NavigationLink[] = [
  pricing,
  {
    label: 'Download',
    to: '/download',
    isShownTo: ({ isLicensed, isDesktop }) => isLicensed && isDesktop,
  },
  { label: 'Resources', to: '/resources' },
  { label: 'Blog', to: '/blog' },
  { label: 'About', to: '/about' },
  { label: 'Contact', to: '/contact' },
  { label: 'Log In', to: '/auth', isShownTo: ({ isSignedIn }) => !isSignedIn },
  { label: 'Account', to: '/account', isShownTo: ({ isSignedIn }) => isSignedIn },
  {
    label: 'Create Account',
    to: '/auth?account=free',
    look: 'button',
    isShownTo: ({ isSignedIn }) => !isSignedIn,
  },
];

export const quickLinks: NavigationLink[] = [
  { label: 'Home', to: '/' },
  pricing,
  // Visitors without a license see this link too, because the page says how to get one.
  { label: 'Download', to: '/download', isShownTo: ({ isDesktop }) => isDesktop },
  { label: 'Resources', to: '/resources' },
  { label: 'Marketplace', to: '/marketplace' },
  { label: 'Roadmap', to: '/roadmap' },
  { label: 'Changelog', to: '/changelog' },
  { label: 'Blog', to: '/blog' },
  { label: 'Newsletter', to: '/newsletter' },
  { label: 'Manual', to: '/manual' },
  { label: 'FAQ', to: '/faq' },
  { label: 'Search', to: '/search' },
  { label: 'About', to: '/about' },
  { label: 'Contact', to: '/contact' },
  { label: 'Feedback', to: '/feedback' },
  { label: 'Status', to: '/status' },
  { label: 'Account', to: '/account' },
];

export const legalLinks: NavigationLink[] = [
  { label: 'Privacy Policy', to: '/privacy' },
  { label: 'Terms of Service', to: '/terms' },
  { label: 'Accessibility', to: '/accessibility' },
  { label: 'Security', to: '/security' },
  { label: 'If We Stop', to: '/if-we-stop' },
  { label: 'Legal Notice', to: '/legal-notice' },
  { label: 'Withdraw from contract here', to: '/withdraw' },
];

export function linksFor(visitor: Visitor, links: NavigationLink[]): NavigationLink[] {
  return links.filter(({ isShownTo }) => isShownTo?.(visitor) ?? true);
}
