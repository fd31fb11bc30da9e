// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { emptyMemory, readMemory, storeMemory } from './auth-memory.ts';

afterEach(() => sessionStorage.clear());

it('survives a reload, until it is emptied', () => {
  const memory = {
    email: 'ana@example.test',
    codeSentAtMs: 1000,
    secondFactorUntilMs: 2000,
    returnTo: '/download',
    mailChoice: { email: 'ana@example.test', mailGroups: ['newsletter' as const], chosenAtMs: 1000 },
  };
  storeMemory(memory);
  expect(readMemory()).toEqual(memory);
  sessionStorage.setItem('authStep', JSON.stringify(memory).replace('newsletter', 'gossip'));
  expect(readMemory().mailChoice?.mailGroups).toEqual([]);
  storeMemory(emptyMemory);
  expect(sessionStorage).toHaveLength(0);
  expect(readMemory()).toBe(emptyMemory);
});

it.each(['', 'no json', '42', '[]', '{"email":5,"codeSentAtMs":"soon"}'])(
  'treats stored %j as empty',
  (text) => {
    sessionStorage.setItem('authStep', text);
    expect(readMemory()).toEqual(emptyMemory);
  },
);
