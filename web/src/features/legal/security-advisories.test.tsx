// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { sampleAdvisory } from '../../../../publishing/security/sample-advisory.ts';
import { SecurityAdvisories } from './security-advisories.tsx';

afterEach(cleanup);

it('shows each advisory with its date, its summary and its file', () => {
  render(<SecurityAdvisories advisories={[sampleAdvisory]} />);
  const advisory = within(screen.getByRole('region', { name: 'A map file can run a program' }));
  advisory.getByText('November 3, 2026');
  advisory.getByText('Opening a map from somebody else could run a program. Update to 1.4.1.');
  expect(advisory.getByRole('link', { name: 'as a file' }).getAttribute('href')).toBe(
    '/csaf/2026/lw-2026-001.json',
  );
});

it('says that there is no advisory', () => {
  render(<SecurityAdvisories advisories={[]} />);
  screen.getByText('There is no advisory so far.');
});
