import { expect, it } from 'vitest';
import { termsVersion, termsVersions } from '../../contract/rules/terms-versions.ts';
import { owner } from '../../settings.ts';
import { orderTerms } from './order-terms.ts';

const documents = (version: string) => orderTerms(version, 'https://site.test').documents;

it.each(termsVersions)('has the terms of %s and the instructions for a withdrawal', (version) => {
  const [terms, withdrawal] = documents(version);
  expect(terms?.fileName).toBe(`terms-${version}.txt`);
  expect(terms?.content).toContain(`The terms of ${version}, between you and ${owner.name}.`);
  expect(terms?.content).toContain('- No subscription. The license does not run out');
  expect(withdrawal?.fileName).toBe('withdrawal.txt');
  expect(withdrawal?.content).toContain('within 14 days without giving any reason');
});

it('contains the terms of service', () => {
  expect(documents(termsVersion)[0]?.content).toContain('Governing law\n-------------');
});

it('names the seller', () => {
  expect(orderTerms(termsVersion, 'https://site.test').seller).toContain(owner.name);
});

it('fails for a version that the repository does not have', () => {
  expect(() => documents('1999-01-01')).toThrow('There are no terms of 1999-01-01.');
});
