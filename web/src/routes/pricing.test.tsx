// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OrderStatus } from '../../../contract/order-states.ts';
import { ApiError } from '../lib/api-error.ts';
import { callApi } from '../lib/call-api.ts';
import { leaveSite } from '../lib/leave-site.ts';
import { forgetSession, rememberSession, type Session } from '../lib/session.ts';
import PricingPage from './pricing.tsx';

const identity = vi.hoisted(() => ({ accessToken: vi.fn() }));
vi.mock('../lib/identity-provider.ts', () => identity);
vi.mock('../lib/call-api.ts');
vi.mock('../lib/leave-site.ts');
vi.mock('../lib/web-settings.ts', () => ({
  loadWebSettings: async () => ({ priceIds: { earlyAccess: 'price_1' } }),
}));

const session: Session = { email: 'ana@example.test', groups: [], endsAtMs: Date.now() + 1_000_000 };
const user = { userId: 'u1', subscription: { status: 'active' } } as Awaited<
  ReturnType<typeof callApi<'me'>>
>;

/** What the address bar shows. */
function Address() {
  const { pathname, search } = useLocation();
  return <code>{pathname + search}</code>;
}

const address = () => document.querySelector('code')?.textContent;

function show(url: string) {
  render(
    <MemoryRouter initialEntries={[url]}>
      <Address />
      <Routes>
        <Route path="/pricing" element={<PricingPage />} />
        <Route path="/auth" element={<h1>Sign in here</h1>} />
      </Routes>
    </MemoryRouter>,
  );
}

/** Lets everything run that waits for a promise already settled. */
async function settle(milliseconds = 0) {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
}

async function clickCheckout() {
  fireEvent.click(screen.getByRole('button', { name: 'Get your free license' }));
  await settle();
}

beforeEach(() => {
  vi.resetAllMocks();
  vi.useFakeTimers();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  localStorage.clear();
});

describe('buying', () => {
  it('leads to the sign-in first', async () => {
    show('/pricing');
    await clickCheckout();

    expect(screen.getByRole('heading', { name: 'Sign in here' })).toBeTruthy();
    expect(callApi).not.toHaveBeenCalled();
  });

  it('goes to the payment page, once for a double click, with the referral code', async () => {
    rememberSession(session);
    localStorage.setItem('referralCode', 'ana-2025');
    vi.mocked(callApi).mockResolvedValue({ sessionId: 'cs_1', url: 'https://pay.example/cs_1' });
    show('/pricing');

    const button = screen.getByRole('button', { name: 'Get your free license' });
    act(() => {
      button.click();
      button.click();
    });
    await settle();

    expect(callApi).toHaveBeenCalledOnce();
    expect(callApi).toHaveBeenCalledWith('checkout', {
      priceId: 'price_1',
      success_url: `${window.location.origin}/pricing?checkout=success&session={CHECKOUT_SESSION_ID}`,
      cancel_url: `${window.location.origin}/pricing?checkout=cancelled`,
      referralCode: 'ana-2025',
    });
    expect(leaveSite).toHaveBeenCalledExactlyOnceWith('https://pay.example/cs_1');
    expect(screen.getByRole('button', { name: 'Starting checkout…' })).toBeTruthy();
  });

  it('says what went wrong and can be tried again', async () => {
    rememberSession(session);
    vi.mocked(callApi).mockRejectedValue(new ApiError('unavailable', 'The server is asleep.'));
    show('/pricing');
    await clickCheckout();

    expect(screen.getByRole('alert').textContent).toBe('The server is asleep.');
    expect(screen.getByRole('button', { name: 'Get your free license' })).toBeTruthy();
  });

  it('leads to the sign-in when it has ended', async () => {
    rememberSession(session);
    vi.mocked(callApi).mockRejectedValue(new ApiError('unauthenticated', 'no'));
    show('/pricing');
    await clickCheckout();

    expect(screen.getByRole('heading', { name: 'Sign in here' })).toBeTruthy();
  });

  it('finds the license that this browser did not know of', async () => {
    rememberSession(session);
    vi.mocked(callApi).mockRejectedValue(new ApiError('aborted', 'You already have a license.'));
    identity.accessToken.mockImplementation(async () => rememberSession({ ...session, groups: ['paid'] }));
    show('/pricing');
    await clickCheckout();

    expect(identity.accessToken).toHaveBeenCalledWith({ forceRefresh: true });
    expect(screen.getByText(/You have a license/)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('coming back from the payment page', () => {
  it('waits for the license, renews the token, and shows the way to the download', async () => {
    rememberSession(session);
    vi.mocked(callApi).mockResolvedValue(user);
    identity.accessToken.mockImplementation(async () => rememberSession({ ...session, groups: ['paid'] }));
    show('/pricing?checkout=success');
    expect(screen.getByText(/waiting for your license/)).toBeTruthy();

    await settle();

    expect(screen.getByText('Your license is ready.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to Download' }).getAttribute('href')).toBe('/download');
  });

  it('is patient for a minute, and can be asked to look again', async () => {
    rememberSession(session);
    vi.mocked(callApi).mockResolvedValue({ ...user, subscription: { ...user.subscription, status: 'none' } });
    show('/pricing?checkout=success');
    await settle(63_000);
    expect(screen.getByText(/taking longer than usual/)).toBeTruthy();

    vi.mocked(callApi).mockResolvedValue(user);
    identity.accessToken.mockImplementation(async () => rememberSession({ ...session, groups: ['paid'] }));
    fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
    await settle();

    expect(screen.getByText('Your license is ready.')).toBeTruthy();
  });

  it('asks for a sign-in that has ended meanwhile', async () => {
    rememberSession(session);
    vi.mocked(callApi).mockImplementation(async () => {
      forgetSession();
      throw new ApiError('unauthenticated', 'no');
    });
    show('/pricing?checkout=success');
    await settle();

    expect(screen.getByText(/Log in with the account you used/)).toBeTruthy();
  });

  it('shows a license that is there already without asking', async () => {
    rememberSession({ ...session, groups: ['vip'] });
    show('/pricing?checkout=success');
    await settle();

    expect(screen.getByText('Your license is ready.')).toBeTruthy();
    expect(callApi).not.toHaveBeenCalled();
  });

  describe('with the checkout in the address', () => {
    const asked = () => vi.mocked(callApi).mock.calls.map(([name, data]) => (data ? [name, data] : name));
    const comeBack = async (status: OrderStatus, groups: string[] = []) => {
      rememberSession({ ...session, groups });
      vi.mocked(callApi).mockImplementation((async (name: string) =>
        name === 'confirmCheckout' ? { status } : user) as typeof callApi);
      identity.accessToken.mockImplementation(async () => rememberSession({ ...session, groups: ['paid'] }));
      show('/pricing?checkout=success&session=cs_1');
      await settle();
    };

    it.each(['free', 'paid'] as const)(
      'has a %s order looked at, and forgets it when the license is there',
      async (status) => {
        await comeBack(status);

        expect(asked()).toEqual([['confirmCheckout', { sessionId: 'cs_1' }], 'me']);
        expect(screen.getByText('Your license is ready.')).toBeTruthy();
        expect(address()).toBe('/pricing?checkout=success');
      },
    );

    it('says that the bank takes its time, without waiting for it', async () => {
      await comeBack('paymentPending');

      expect(screen.getByText(/can take some days/)).toBeTruthy();
      expect(screen.queryByText(/waiting for your license/)).toBeNull();
      expect(screen.getByRole('link', { name: 'Your purchases' }).getAttribute('href')).toBe(
        '/account?tab=purchases',
      );
      await settle(60_000);
      expect(asked()).toHaveLength(1);
    });

    it('says that the payment failed, and tries again', async () => {
      await comeBack('failed');
      expect(screen.getByRole('alert').textContent).toContain('The payment did not go through');

      vi.mocked(callApi).mockResolvedValue({ sessionId: 'cs_2', url: 'https://pay.example/cs_2' });
      fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
      await settle();
      expect(leaveSite).toHaveBeenCalledExactlyOnceWith('https://pay.example/cs_2');
    });

    it.each(['created', 'expired'] as const)(
      'of one that is %s says that nothing was ordered',
      async (status) => {
        await comeBack(status);

        expect(screen.getByRole('status').textContent).toMatch(/Nothing was ordered/);
        expect(address()).toBe('/pricing?checkout=cancelled');
      },
    );

    it('tells who paid twice that the second payment is on its way back', async () => {
      await comeBack('refunded', ['paid']);
      expect(screen.getByText(/You had this license already/)).toBeTruthy();
    });

    it('waits for the license when there is no such checkout of this visitor', async () => {
      rememberSession(session);
      vi.mocked(callApi).mockImplementation((async (name: string) => {
        if (name === 'confirmCheckout')
          throw new ApiError('not-found', 'There is no such checkout of yours.');
        return { ...user, subscription: { status: 'none' } };
      }) as typeof callApi);
      show('/pricing?checkout=success&session=cs_of_somebody_else');
      await settle();
      expect(screen.getByText(/waiting for your license/)).toBeTruthy();

      await settle(63_000);
      expect(screen.getByText(/taking longer than usual/)).toBeTruthy();
      vi.mocked(callApi).mockClear();
      fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
      await settle();
      expect(asked()[0]).toEqual(['confirmCheckout', { sessionId: 'cs_of_somebody_else' }]);
    });
  });

  it('is friendly about a cancelled checkout', () => {
    show('/pricing?checkout=cancelled');
    expect(screen.getByRole('status').textContent).toMatch(/Nothing was ordered/);
  });
});
