import { beforeEach, expect, it, vi } from 'vitest';
import { callApi } from '../../lib/call-api.ts';
import { currentSession } from '../../lib/session.ts';
import { subscribeAsChosen } from './subscribe-as-chosen.ts';

vi.mock('../../lib/call-api.ts');
vi.mock('../../lib/session.ts');

const registered = (email: string) => ({ email, password: 'p', mailGroups: ['newsletter' as const] });

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(currentSession).mockReturnValue({ email: 'ana@example.test' } as never);
  vi.mocked(callApi).mockResolvedValue({} as never);
});

it('subscribes the person who registered in this tab', () => {
  subscribeAsChosen(registered('Ana@example.test'));
  expect(callApi).toHaveBeenCalledExactlyOnceWith('updateMe', {
    mailGroup: { group: 'newsletter', wantsMail: true },
  });
});

it('does not subscribe another person who signs in there', () => {
  subscribeAsChosen(registered('bea@example.test'));
  subscribeAsChosen(null);
  expect(callApi).not.toHaveBeenCalled();
});
