// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { VersionEntry } from './version-entry.tsx';

afterEach(cleanup);

/** The hue of a token in each theme: 0 is red, 60 orange, 100 yellow, 145 green. */
function huesOf(tone: string | null) {
  const tokens = readFileSync('web/src/styles/tokens.css', 'utf8');
  const [, light, dark] =
    new RegExp(`--color-${tone}: light-dark\\(oklch\\(\\S+ \\S+ (\\d+)\\), oklch\\(\\S+ \\S+ (\\d+)`).exec(
      tokens,
    ) ?? [];
  return [Number(light), Number(dark)];
}

it('shows a withdrawn version as withdrawn, whatever its label is', () => {
  const entry = { rawHeading: '', version: '0.4.0', date: '2025-08-29', label: '', body: [], categories: [] };
  render(
    <MemoryRouter>
      <VersionEntry entry={entry} isWithdrawn />
    </MemoryRouter>,
  );
  expect(screen.getByText('Withdrawn')).toBeTruthy();
  expect(screen.queryByText('Live')).toBeNull();
});

it.each([
  ['Dev', 'In development', 'yellow', 90, 115],
  ['Testing', 'Testing', 'orange', 45, 70],
  ['', 'Live', 'green', 140, 155],
])('shows the label "%s" as %s, in %s', (label, name, _, from, to) => {
  const entry = { rawHeading: '', version: '0.4.0', date: '2025-08-29', label, body: [], categories: [] };
  render(
    <MemoryRouter>
      <VersionEntry entry={entry} />
    </MemoryRouter>,
  );
  for (const hue of huesOf(screen.getByText(name).getAttribute('data-tone'))) {
    expect(hue).toBeGreaterThanOrEqual(from);
    expect(hue).toBeLessThanOrEqual(to);
  }
});
