// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Owner } from '../../../settings.ts';
import LegalNoticePage from './legal-notice.tsx';

const complete: Owner = {
  name: 'Lorewright GmbH',
  address: ['Kaiserstraße 1', '10115 Berlin'],
  vatId: 'DE123456789',
  register: { authority: 'Amtsgericht Charlottenburg', number: 'HRB 12345 B' },
  responsiblePerson: 'Ana Berg',
  contactAddress: 'hello@lorewright.app',
};
const settings = vi.hoisted(() => ({ owner: {} as Owner }));
vi.mock(import('../../../settings.ts'), async (original) => ({
  ...(await original()),
  get owner() {
    return settings.owner;
  },
}));

beforeEach(() => {
  settings.owner = complete;
});

afterEach(cleanup);

const show = () =>
  render(
    <MemoryRouter>
      <LegalNoticePage />
    </MemoryRouter>,
  );
const textOf = (name: string) => screen.getByRole('region', { name }).querySelector('p')?.textContent;

describe('LegalNoticePage', () => {
  it.each([
    ['Provider and seller', 'Lorewright GmbHKaiserstraße 110115 Berlin'],
    ['Contact', 'Write to hello@lorewright.app or use the contact form.'],
    ['Register entry', 'Amtsgericht Charlottenburg, HRB 12345 B'],
    ['VAT identification number', 'DE123456789'],
    ['Responsible person', 'Ana Berg'],
  ])('shows from the settings: %s', (heading, text) => {
    show();
    expect(textOf(heading)).toBe(text);
  });

  it('shows each line of the address on its own line', () => {
    show();
    expect(screen.getByRole('region', { name: 'Provider and seller' }).querySelectorAll('br')).toHaveLength(
      2,
    );
  });

  it('omits fields that the owner does not have', () => {
    settings.owner = { ...complete, register: null, vatId: null, responsiblePerson: null };
    show();
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings).toEqual(['Provider and seller', 'Contact']);
  });
});
