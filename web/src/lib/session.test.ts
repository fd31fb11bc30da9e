// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { currentSession, forgetSession, rememberSession, useIsLicensed, useSession } from './session.ts';

const session = {
  userId: 'user-1',
  email: 'ana@example.test',
  groups: ['paid'],
  endsAtMs: Date.now() + 60_000,
};

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  localStorage.clear();
});

describe('the session hint', () => {
  it('is stored until it is removed', () => {
    expect(currentSession()).toBeNull();
    rememberSession(session);
    expect(currentSession()).toEqual(session);
    forgetSession();
    expect(currentSession()).toBeNull();
  });

  it('works without a user ID', () => {
    const { userId, ...older } = session;
    localStorage.setItem('session', JSON.stringify(older));
    expect(currentSession()).toEqual(older);
  });

  it('ends with the sign-in', () => {
    vi.useFakeTimers({ now: session.endsAtMs - 1 });
    rememberSession(session);
    expect(currentSession()).toEqual(session);
    vi.setSystemTime(session.endsAtMs);
    expect(currentSession()).toBeNull();
  });

  it.each(['not json', '42', '{"email":"ana@example.test"}'])('treats %s as signed out', (text) => {
    localStorage.setItem('session', text);
    expect(currentSession()).toBeNull();
  });

  it('updates components in this tab', () => {
    const { result } = renderHook(() => ({ session: useSession(), isLicensed: useIsLicensed() }));
    expect(result.current).toEqual({ session: null, isLicensed: false });

    act(() => rememberSession(session));

    expect(result.current).toEqual({ session, isLicensed: true });
  });

  it.each([
    ['in other tabs', new StorageEvent('storage', { key: 'session' })],
    ['of a page that comes back', new PageTransitionEvent('pageshow', { persisted: true })],
  ])('updates components %s', (_, event) => {
    const { result } = renderHook(useSession);

    act(() => {
      localStorage.setItem('session', JSON.stringify(session));
      window.dispatchEvent(event);
    });

    expect(result.current).toEqual(session);
  });
});
