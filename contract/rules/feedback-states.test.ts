import { describe, expect, it } from 'vitest';
import { stateAfterAnswer } from './feedback-states.ts';

describe('stateAfterAnswer', () => {
  it.each(['open', 'answered'] as const)('counts feedback that is %s as answered', (state) => {
    expect(stateAfterAnswer(state)).toBe('answered');
  });

  it('does not reopen feedback that is done', () => {
    expect(stateAfterAnswer('done')).toBe('done');
  });
});
