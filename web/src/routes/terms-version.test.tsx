// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import TermsPage from './terms.tsx';
import TermsVersionPage from './terms-version.tsx';

const versions = vi.hoisted(() => ({ all: [] as string[] }));
vi.mock('../../../contract/rules/terms-versions.ts', () => ({
  get termsVersions() {
    return versions.all;
  },
  get termsVersion() {
    return versions.all[0];
  },
}));
vi.mock('../../../content/license-terms.ts', () => ({
  licenseTerms: Object.fromEntries(
    ['2026-01-01', '2025-06-13'].map((version) => [
      version,
      [{ name: `Point of ${version}`, text: 'Text.' }],
    ]),
  ),
}));

vi.mock('../../../content/terms-of-service.ts', () => ({
  termsOfService: Object.fromEntries(
    ['2026-01-01', '2025-06-13'].map((version) => [
      version,
      {
        title: 'Terms of Service',
        description: 'The terms.',
        updatedAt: version,
        sections: [{ type: 'paragraph', content: [`The service of ${version}.`] }],
      },
    ]),
  ),
}));

afterEach(cleanup);

function show(path: string, page: ReactNode, all = ['2026-01-01', '2025-06-13']) {
  versions.all = all;
  render(<MemoryRouter initialEntries={[path]}>{page}</MemoryRouter>);
}
const points = () => screen.getAllByText(/^Point of/).map(({ parentElement }) => parentElement?.textContent);
const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

describe('TermsVersionPage', () => {
  it.each(['/terms/2025-06-13', '/terms/2025-06-13/'])('shows the version in its address: %s', (path) => {
    show(path, <TermsVersionPage />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Terms of Service 2025-06-13');
    expect(points()).toEqual(['Point of 2025-06-13. Text.']);
    expect(document.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe(
      'https://lorewright.example/terms/2025-06-13',
    );
  });

  it('shows that an earlier version is not current, with a link to the current one', () => {
    show('/terms/2025-06-13', <TermsVersionPage />);
    expect(screen.getByText('This is not the current version.')).toBeTruthy();
    expect(hrefOf('current terms')).toBe('/terms');
  });

  it('shows no warning on the current version, and shows all of it', () => {
    show('/terms/2026-01-01', <TermsVersionPage />);
    expect(screen.queryByText(/not the current version/)).toBeNull();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Terms of Service 2026-01-01');
    expect(screen.getByText('The service of 2026-01-01.')).toBeTruthy();
    expect(points()).toEqual(['Point of 2026-01-01. Text.']);
  });
});

describe('TermsPage', () => {
  it('shows the current license terms, and links to them and to earlier versions', () => {
    show('/terms', <TermsPage />);
    expect(screen.getByText('The service of 2026-01-01.')).toBeTruthy();
    expect(points()).toEqual(['Point of 2026-01-01. Text.']);
    expect(hrefOf('January 1, 2026')).toBe('/terms/2026-01-01');
    expect(hrefOf('June 13, 2025')).toBe('/terms/2025-06-13');
    expect(hrefOf('What the license means')).toBe('#license-terms');
  });

  it('has no list of earlier versions while there are none', () => {
    show('/terms', <TermsPage />, ['2026-01-01']);
    expect(points()).toEqual(['Point of 2026-01-01. Text.']);
    expect(screen.queryByText('Earlier versions:')).toBeNull();
  });
});
