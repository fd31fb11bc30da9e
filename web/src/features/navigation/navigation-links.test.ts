import { describe, expect, it } from 'vitest';
import { headerLinks, linksFor, quickLinks, type Visitor } from './navigation-links.ts';

const pages = ['Resources', 'Blog', 'About', 'Contact'];
const signedOut: Visitor = { isSignedIn: false, isLicensed: false, isDesktop: true };

function labelsFor(visitor: Partial<Visitor>) {
  return linksFor({ ...signedOut, ...visitor }, headerLinks).map(({ label }) => label);
}

describe('the footer', () => {
  const quickLabels = (visitor: Partial<Visitor>) =>
    linksFor({ ...signedOut, ...visitor }, quickLinks).map(({ label }) => label);

  it('hides the license from license holders, and shows the download', () => {
    const labels = quickLabels({ isSignedIn: true, isLicensed: true });
    expect(labels).toContain('Download');
    expect(labels).not.toContain('Pricing');
  });

  it('shows both to other visitors', () => {
    expect(quickLabels({})).toEqual(expect.arrayContaining(['Pricing', 'Download']));
  });
});

describe('the header', () => {
  it('shows the license and the sign-in to visitors', () => {
    expect(labelsFor({})).toEqual(['Pricing', ...pages, 'Log In', 'Create Account']);
  });

  it('shows the license and the account to signed-in users', () => {
    expect(labelsFor({ isSignedIn: true })).toEqual(['Pricing', ...pages, 'Account']);
  });

  it('shows license holders the download instead of the license', () => {
    expect(labelsFor({ isSignedIn: true, isLicensed: true })).toEqual(['Download', ...pages, 'Account']);
  });

  it('hides the download on phones and tablets', () => {
    expect(labelsFor({ isSignedIn: true, isLicensed: true, isDesktop: false })).toEqual([
      ...pages,
      'Account',
    ]);
  });
});
