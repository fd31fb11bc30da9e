// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { deviceStorage } from '../../../contract/records/device-storage.ts';
import PrivacyPage from './privacy.tsx';

afterEach(cleanup);

describe('the privacy policy', () => {
  it('shows everything that the site stores in a browser, under its heading', () => {
    render(<PrivacyPage />, { wrapper: MemoryRouter });
    const [, ...rows] = screen.getAllByRole('row');
    expect(rows).toHaveLength(deviceStorage.length);
    for (const [index, { names, purpose, written, kept }] of deviceStorage.entries()) {
      for (const text of [...names, purpose, written, kept]) expect(rows[index]?.textContent).toContain(text);
    }

    const isBefore = (one: Element, other: Element) =>
      (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
    const table = screen.getByRole('table');
    const headings = screen.getAllByRole('heading', { level: 2 });
    const last = headings.filter((heading) => isBefore(heading, table)).at(-1);
    expect(last?.textContent).toBe('What your browser stores');
    expect(headings.some((heading) => isBefore(table, heading))).toBe(true);
  });
});
