import { describe, expect, it } from 'vitest';
import type { Person } from '../../test/person.ts';
import { leakedIn, rememberWords } from './send-hostile-requests.ts';
import type { Victim } from './victim.ts';

const known = { userId: 'user-1', email: 'ana@example.test', orderId: 'cs_1', feedbackId: 'feedback-1' };
const victim: Victim = { person: {} as Person, known, secrets: ['the sea'] };
const sender = () => ({}) as Person;

describe('leakedIn', () => {
  it('lists the words of the victim in a response', () => {
    expect(leakedIn('{"order":"cs_1","text":"the sea"}', new Set(), victim)).toEqual(['cs_1', 'the sea']);
  });

  it('ignores a word that the same sender sent earlier', () => {
    const attacker = sender();
    rememberWords('{"name":"user-1"}', victim, attacker);
    const sent = rememberWords('{}', victim, attacker);
    expect(leakedIn('{"name":"user-1","order":"cs_1"}', sent, victim)).toEqual(['cs_1']);
  });

  it('reports a word that only another sender has sent', () => {
    rememberWords('{"name":"user-1"}', victim, sender());
    expect(leakedIn('user-1', rememberWords('{}', victim, sender()), victim)).toEqual(['user-1']);
    expect(leakedIn('user-1', rememberWords('{}', victim, undefined), victim)).toEqual(['user-1']);
  });
});
