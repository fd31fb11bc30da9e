import { describe, expect, it, vi } from 'vitest';
import { fillPlaceholders } from './fill-placeholders.ts';

const vatId = vi.hoisted(() => ({ current: 'DE123456789' as string | null }));
vi.mock(import('../../settings.ts'), async (original) => ({
  ...(await original()),
  owner: {
    name: 'Lorewright GmbH',
    address: ['Kaiserstraße 1', '10115 Berlin'],
    register: null,
    responsiblePerson: null,
    contactAddress: 'hello@lorewright.app',
    get vatId() {
      return vatId.current;
    },
  },
}));

describe('fillPlaceholders', () => {
  it('fills in the owner and the period for a withdrawal', () => {
    expect(fillPlaceholders('terms.md', '{owner.name} waits {withdrawal.days} days.')).toBe(
      'Lorewright GmbH waits 14 days.',
    );
  });

  it.each([
    ['DE123456789', 'Lorewright GmbH, Kaiserstraße 1, 10115 Berlin. VAT identification number: DE123456789.'],
    [null, 'Lorewright GmbH, Kaiserstraße 1, 10115 Berlin.'],
  ])('names the VAT identification number %s if there is one', (id, imprint) => {
    vatId.current = id;
    expect(fillPlaceholders('terms.md', '{owner.imprint}')).toBe(imprint);
  });

  it.each(['{owner.phone}', '{price.total}'])('rejects %s, and says where it is', (placeholder) => {
    expect(() => fillPlaceholders('terms.md', `One.\n\n${placeholder}`)).toThrow(
      `terms.md:3: there is no text for ${placeholder}`,
    );
  });
});
