// @vitest-environment jsdom
import offerTexts from 'virtual:offer-texts';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ResponseOf } from '../../../contract/operations/operations.ts';
import type { OrderStatus } from '../../../contract/records/order-states.ts';
import type { OfferId } from '../../../contract/rules/catalog.ts';
import { freeUntil } from '../../../test/free-until.ts';
import { ApiError } from '../lib/api-error.ts';
import { callApi } from '../lib/call-api.ts';
import { leaveSite } from '../lib/leave-site.ts';
import { forgetSession, rememberSession, type Session } from '../lib/session.ts';
import { signInPath } from '../lib/sign-in-path.ts';
import { Address, address, press } from '../lib/test-page.tsx';
import PricingPage from './pricing.tsx';

const identity = vi.hoisted(() => ({ accessToken: vi.fn() }));
vi.mock('../lib/identity-provider.ts', () => identity);
vi.mock('../lib/call-api.ts');
vi.mock('../lib/leave-site.ts');
vi.mock('../lib/load-web-settings.ts', () => ({
  loadWebSettings: async () => ({ priceIds: { earlyAccess: 'price_1', lifetime: 'price_2' } }),
}));

const offered = vi.hoisted(() => ({ now: 'earlyAccess' as OfferId }));
vi.mock('../../../contract/rules/catalog.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  get currentOffer() {
    return offered.now;
  },
}));

const session: Session = { email: 'ana@example.test', groups: [], endsAtMs: Date.now() + 1_000_000 };
const user = { userId: 'u1', subscription: { status: 'active' } } as Awaited<
  ReturnType<typeof callApi<'me'>>
>;

/** The content of the address bar. */
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

/** Runs everything that waits for a settled promise. */
async function settle(milliseconds = 0) {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
}

async function open(url: string) {
  show(url);
  await settle();
}

async function clickCheckout() {
  await press('Get your free license');
}

beforeEach(() => {
  vi.resetAllMocks();
  vi.useFakeTimers();
  offered.now = 'earlyAccess';
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
});

describe('the offer', () => {
  const steps = () => document.querySelector('ol')?.textContent;

  it('can be free, without a card', () => {
    show('/pricing');
    expect(screen.getByText(/^Early access is free/)).toBeTruthy();
    expect(screen.getByText('FREE')).toBeTruthy();
    expect(steps()).toMatch(/Claim the license.*do not need a card/);
  });

  it('states in every text of the page that a paid offer costs money', () => {
    offered.now = 'lifetime';
    show('/pricing');
    expect(screen.getByText(/^Pay once and keep it/)).toBeTruthy();
    expect(screen.getByText('$49.00')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Buy the license for $49.00' })).toBeTruthy();
    expect(steps()).toMatch(/Buy the license.*Pay once, on a page of Stripe/);
    expect(document.body.textContent).not.toMatch(/free|no card|zero/i);
  });

  it('shows the former offers and what their licenses keep', () => {
    show('/pricing');
    expect(screen.queryByText(/^This offer is no longer sold/)).toBeNull();
    cleanup();
    offered.now = 'lifetime';
    show('/pricing');
    expect(screen.getByRole('heading', { name: 'Early Access' })).toBeTruthy();
    expect(screen.getByText(/^This offer is no longer sold/)).toBeTruthy();
  });

  describe('that is free until a day', () => {
    const claim = 'Claim it before the end of December 31, 2026 (UTC), and keep it for life.';
    beforeEach(() => {
      offerTexts.claim = claim;
    });
    afterEach(() => {
      offerTexts.claim = '';
    });

    it('names the day beside the button, until the day has ended', () => {
      freeUntil('2026-12-31');
      vi.setSystemTime('2026-12-31T23:59:59Z');
      show('/pricing');
      expect(screen.getByText(claim)).toBeTruthy();
      expect(screen.getByRole('button', { name: 'Get your free license' })).toBeTruthy();
      cleanup();
      vi.setSystemTime('2027-01-01T00:00:00Z');
      show('/pricing');
      expect(screen.getByText('This offer is not sold today.')).toBeTruthy();
      expect(screen.queryByText(claim)).toBeNull();
      expect(screen.queryByRole('button', { name: 'Get your free license' })).toBeNull();
    });

    it('leaves a license as it is after the day', () => {
      freeUntil('2026-12-31');
      vi.setSystemTime('2027-01-01T00:00:00Z');
      rememberSession({ ...session, groups: ['paid'], endsAtMs: Date.now() + 1_000_000 });
      show('/pricing');
      expect(screen.getByText(/^You have a license/)).toBeTruthy();
      expect(screen.queryByText('This offer is not sold today.')).toBeNull();
    });
  });

  it('names no day without an end', () => {
    freeUntil(undefined);
    offerTexts.claim = '';
    show('/pricing');
    expect(screen.queryByText(/^Claim it before/)).toBeNull();
    expect(screen.queryByText(/^Free until/)).toBeNull();
  });

  it.each(['constructor', '__proto__', 'toString', 'xyz', ''])(
    'shows the price of the pages for the currency “%s”',
    async (currency) => {
      await open(`/pricing?currency=${currency}`);
      expect(screen.getByRole('button', { name: /license/i })).toBeTruthy();
    },
  );

  it('sells in the currency that the buyer chooses', async () => {
    offered.now = 'lifetime';
    rememberSession(session);
    vi.mocked(callApi).mockResolvedValue({ sessionId: 'cs_1', url: 'https://pay.example/cs_1' });
    show('/pricing');
    fireEvent.change(screen.getByLabelText('Currency'), { target: { value: 'eur' } });
    await press('Buy the license for €49.00');
    expect(vi.mocked(callApi).mock.calls.at(-1)).toEqual([
      'checkout',
      expect.objectContaining({ currency: 'eur' }),
    ]);
  });

  it('offers no currencies to the owner of a license', () => {
    offered.now = 'lifetime';
    rememberSession({ ...session, groups: ['paid'] });
    show('/pricing');
    expect(screen.getByText(/^You have a license/)).toBeTruthy();
    expect(screen.queryByLabelText('Currency')).toBeNull();
  });

  it('is offered again to a buyer whose license has ended since the last page', async () => {
    rememberSession({ ...session, groups: ['paid'] });
    identity.accessToken.mockImplementation(async () => rememberSession(session));
    vi.mocked(callApi).mockResolvedValue({ orders: [] });
    await open('/pricing');
    expect(identity.accessToken).toHaveBeenCalledExactlyOnceWith({ forceRefresh: true });
    expect(screen.queryByText(/^You have a license/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Get your free license' })).toBeTruthy();
  });

  it('keeps showing the license when the sign-in cannot be renewed', async () => {
    rememberSession({ ...session, groups: ['paid'] });
    identity.accessToken.mockRejectedValue(new Error('Offline.'));
    await open('/pricing');
    expect(screen.getByText(/^You have a license/)).toBeTruthy();
  });

  it('does not load the identity provider for other visitors', async () => {
    await open('/pricing');
    expect(identity.accessToken).not.toHaveBeenCalled();
  });
});

describe('usePendingPayment', () => {
  const withOrder = (order: object) => {
    rememberSession(session);
    vi.mocked(callApi).mockResolvedValue({ orders: [order] } as never);
  };

  it('names the payment, and ends the sale', async () => {
    offered.now = 'lifetime';
    withOrder({ status: 'paymentPending' });
    await open('/pricing');
    expect(screen.getByText(/^Your bank is processing the payment for this license/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Buy the license/ })).toBeNull();
    expect(screen.queryByLabelText('Currency')).toBeNull();
  });

  it.each([
    ['has failed', { status: 'failed' }],
    [
      'is for an order from which the buyer withdrew',
      { status: 'paymentPending', withdrawnAt: '2025-09-04' },
    ],
    ['has a status that only a newer server has', { status: 'onTheMoon' }],
  ])('does not end the sale when the payment %s', async (_, order) => {
    withOrder(order);
    await open('/pricing');
    expect(screen.getByRole('button', { name: 'Get your free license' })).toBeTruthy();
  });

  it('asks for no orders before a sign-in, or with a license', async () => {
    await open('/pricing');
    cleanup();
    rememberSession({ ...session, groups: ['paid'] });
    await open('/pricing');
    expect(callApi).not.toHaveBeenCalled();
  });
});

describe('buying', () => {
  it('opens the sign-in before the checkout', async () => {
    show('/pricing');
    await clickCheckout();

    expect(screen.getByRole('heading', { name: 'Sign in here' })).toBeTruthy();
    expect(callApi).not.toHaveBeenCalled();
  });

  it('opens the payment page, once for a double click, with the referral code', async () => {
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

    expect(vi.mocked(callApi).mock.calls.filter(([name]) => name === 'checkout')).toHaveLength(1);
    expect(callApi).toHaveBeenCalledWith('checkout', {
      priceId: 'price_1',
      currency: 'usd',
      success_url: `${window.location.origin}/pricing?checkout=success&session={CHECKOUT_SESSION_ID}`,
      cancel_url: `${window.location.origin}/pricing?checkout=cancelled`,
      referralCode: 'ana-2025',
    });
    expect(leaveSite).toHaveBeenCalledExactlyOnceWith('https://pay.example/cs_1');
    expect(screen.getByRole('button', { name: 'Starting checkout…' })).toBeTruthy();
  });

  it('reports a failure and retries', async () => {
    rememberSession(session);
    vi.mocked(callApi).mockRejectedValue(new ApiError('unavailable', 'The server is asleep.'));
    show('/pricing');
    await clickCheckout();

    expect(screen.getByRole('alert').textContent).toBe('The server is asleep.');
    expect(screen.getByRole('button', { name: 'Get your free license' })).toBeTruthy();
  });

  it('opens the sign-in when the session has ended', async () => {
    rememberSession(session);
    vi.mocked(callApi).mockRejectedValue(new ApiError('unauthenticated', 'no'));
    show('/pricing');
    await clickCheckout();

    expect(screen.getByRole('heading', { name: 'Sign in here' })).toBeTruthy();
  });

  it('shows a license that is newer than the tokens of this browser', async () => {
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

/**
 * Stripe has not notified us yet, or the bank is still processing. `confirmCheckout` returns which.
 */
const answersConfirmation = (status: OrderStatus, otherwise: () => Promise<never>) =>
  vi
    .mocked(callApi)
    .mockImplementation((async (name: string) =>
      name === 'confirmCheckout' ? { status } : otherwise()) as typeof callApi);

it('confirms an earlier paid checkout', async () => {
  rememberSession(session);
  answersConfirmation('paymentPending', () =>
    Promise.reject(new ApiError('aborted', 'On its way.', { details: { sessionId: 'cs_1' } })),
  );
  show('/pricing');
  await clickCheckout();
  await settle();

  expect(callApi).toHaveBeenCalledWith('confirmCheckout', { sessionId: 'cs_1' });
  expect(screen.getByText(/Thank you! Your bank/)).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('opens Register for signed-out visitors', async () => {
  await open('/pricing');
  await press('Get your free license');
  expect(address()).toBe('/auth?returnTo=%2Fpricing&account=free');
});

it('shows the notice of the previous page', async () => {
  render(
    <MemoryRouter
      initialEntries={[{ pathname: '/pricing', state: { notice: 'Your password has been changed.' } }]}
    >
      <PricingPage />
    </MemoryRouter>,
  );
  await settle();
  expect(screen.getByRole('status').textContent).toBe('Your password has been changed.');
});

it('returns a signed-out visitor to the checkout after the sign-in', async () => {
  show('/pricing?checkout=success&session=cs_1');
  expect(screen.getByText(/Log in with the account you used/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe(
    signInPath('/pricing?checkout=success&session=cs_1'),
  );
});

it('requires a new sign-in before the checkout if it has ended, and returns with the currency', async () => {
  rememberSession(session);
  vi.mocked(callApi).mockRejectedValue(new ApiError('unauthenticated', 'no'));
  show('/pricing?currency=eur');
  await clickCheckout();
  await settle();
  expect(address()).toBe(signInPath('/pricing?currency=eur'));
});

describe('returning from the payment page', () => {
  it('waits for the license, renews the token, and links to the download', async () => {
    rememberSession(session);
    vi.mocked(callApi).mockResolvedValue(user);
    identity.accessToken.mockImplementation(async () => rememberSession({ ...session, groups: ['paid'] }));
    show('/pricing?checkout=success');
    expect(screen.getByText(/waiting for your license/)).toBeTruthy();

    await settle();

    expect(screen.getByText('Your license is ready.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to Download' }).getAttribute('href')).toBe('/download');
  });

  describe('on a phone, where the app does not run', () => {
    const arriveOnPhone = async (navigatorOfPhone: object) => {
      vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (iPhone) Mobile', ...navigatorOfPhone });
      rememberSession({ ...session, groups: ['paid'] });
      await open('/pricing?checkout=success');
    };
    const link = 'https://lorewright.example/download';

    afterEach(() => void vi.unstubAllGlobals());

    it('states where it runs, and emails the link to the visitor', async () => {
      await arriveOnPhone({});

      expect(screen.getByText(/runs on a Mac or a PC/)).toBeTruthy();
      expect(screen.queryByRole('link', { name: /Download/ })).toBeNull();
      for (const mail of screen.getAllByRole('link', { name: 'Email the link to yourself' })) {
        const { protocol, pathname, searchParams } = new URL(mail.getAttribute('href') ?? '');
        expect([protocol, pathname]).toEqual(['mailto:', 'ana@example.test']);
        expect(searchParams.get('body')).toBe(link);
      }
    });

    it('opens the phone’s share menu with the link', async () => {
      const share = vi.fn(async () => {});
      await arriveOnPhone({ share });
      fireEvent.click(
        screen.getAllByRole('button', { name: 'Send the link to your computer' })[0] as HTMLElement,
      );
      await settle();

      expect(share).toHaveBeenCalledExactlyOnceWith({ title: 'Download Lorewright', url: link });
      expect(screen.queryByRole('link', { name: 'Email the link to yourself' })).toBeNull();
    });

    it('emails it where the phone refuses to share', async () => {
      await arriveOnPhone({ share: vi.fn().mockRejectedValue(new Error('not allowed')) });
      for (const button of screen.getAllByRole('button', { name: 'Send the link to your computer' }))
        fireEvent.click(button);
      await settle();

      expect(screen.getAllByRole('link', { name: 'Email the link to yourself' })[0]).toBeTruthy();
    });
  });

  it('waits a minute, and can check again', async () => {
    rememberSession(session);
    vi.mocked(callApi).mockResolvedValue({ ...user, subscription: { ...user.subscription, status: 'none' } });
    show('/pricing?checkout=success');
    await settle(63_000);
    expect(screen.getByText(/taking longer than usual/)).toBeTruthy();

    vi.mocked(callApi).mockResolvedValue(user);
    identity.accessToken.mockImplementation(async () => rememberSession({ ...session, groups: ['paid'] }));
    const again = screen.getByRole('button', { name: 'Check again' });
    again.focus();
    fireEvent.click(again);
    await settle();

    expect(screen.getByText('Your license is ready.')).toBeTruthy();
    expect(document.activeElement?.textContent).toContain('Your license is ready.');
    expect(document.activeElement).not.toBe(document.body);
  });

  it('requires a new sign-in if the session has ended after the page was opened', async () => {
    rememberSession(session);
    vi.mocked(callApi).mockImplementation(async () => {
      forgetSession();
      throw new ApiError('unauthenticated', 'no');
    });
    await open('/pricing?checkout=success');

    expect(screen.getByText(/Log in with the account you used/)).toBeTruthy();
  });

  it('shows an existing license without a request', async () => {
    rememberSession({ ...session, groups: ['paid'] });
    await open('/pricing?checkout=success');

    expect(screen.getByText('Your license is ready.')).toBeTruthy();
    expect(callApi).not.toHaveBeenCalled();
  });

  describe('with the checkout in the address', () => {
    const asked = () => vi.mocked(callApi).mock.calls.map(([name, data]) => (data ? [name, data] : name));
    const comeBack = async (order: ResponseOf<'confirmCheckout'>, groups: string[] = []) => {
      rememberSession({ ...session, groups });
      vi.mocked(callApi).mockImplementation((async (name: string) =>
        name === 'confirmCheckout' ? order : user) as typeof callApi);
      identity.accessToken.mockImplementation(async () => rememberSession({ ...session, groups: ['paid'] }));
      await open('/pricing?checkout=success&session=cs_1');
    };

    it.each(['free', 'paid'] as const)(
      'confirms a %s order, and removes it from the URL when the license is there',
      async (status) => {
        await comeBack({ status });

        expect(asked()).toEqual([['confirmCheckout', { sessionId: 'cs_1' }], 'me']);
        expect(screen.getByText('Your license is ready.')).toBeTruthy();
        expect(address()).toBe('/pricing?checkout=success');
      },
    );

    it('reports a pending payment without waiting', async () => {
      await comeBack({ status: 'paymentPending' });

      expect(screen.getByText(/Your bank is processing the payment/)).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Get your free license' })).toBeNull();
      expect(screen.getByText('You do not need to order again.')).toBeTruthy();
      expect(screen.queryByText(/waiting for your license/)).toBeNull();
      expect(screen.getByRole('link', { name: 'Your purchases' }).getAttribute('href')).toBe(
        '/account?tab=purchases',
      );
      await settle(60_000);
      expect(asked()).toHaveLength(1);
    });

    it('reports a failed payment, and tries again', async () => {
      await comeBack({ status: 'failed' });
      expect(screen.getByRole('alert').textContent).toContain('Your bank declined the payment');

      vi.mocked(callApi).mockResolvedValue({ sessionId: 'cs_2', url: 'https://pay.example/cs_2' });
      await press('Try again');
      expect(leaveSite).toHaveBeenCalledExactlyOnceWith('https://pay.example/cs_2');
    });

    it.each(['created', 'expired'] as const)(
      'reports for a checkout that is %s that nothing was ordered',
      async (status) => {
        await comeBack({ status });

        expect(screen.getByRole('status').textContent).toMatch(/Nothing was ordered/);
        expect(address()).toBe('/pricing?checkout=cancelled');
      },
    );

    it('reports that a second payment is being refunded', async () => {
      await comeBack({ status: 'refunded', refundReason: 'duplicate' }, ['paid']);
      expect(screen.getByText(/You already had this license/)).toBeTruthy();
    });

    it('reports a second payment whose refund is pending', async () => {
      await comeBack({ status: 'paid', refundReason: 'duplicate' }, ['paid']);
      expect(screen.getByText(/You already had this license/)).toBeTruthy();
    });

    it('does not conclude from a license that a buyer paid twice', async () => {
      await comeBack({ status: 'refunded' }, ['paid']);
      expect(screen.getByText(/This payment was refunded, so it does not include a license/)).toBeTruthy();
      expect(screen.queryByText(/already/)).toBeNull();
    });

    it('reports at once that the bank has reversed a disputed payment', async () => {
      await comeBack({ status: 'disputeLost' });
      expect(screen.getByText(/reversed this payment after a dispute/)).toBeTruthy();
      expect(asked()).toHaveLength(1);
    });

    it('makes no claim about a status that only a newer server has', async () => {
      await comeBack({ status: 'settledOnTheMoon' as OrderStatus });
      expect(screen.getByText(/Your purchases show its state/)).toBeTruthy();
      expect(screen.getByRole('link', { name: 'Your purchases' })).toBeTruthy();
    });

    it.each([
      ['paymentPending', /still processing the payment/],
      ['failed', /declined the payment.*you keep your license/],
      ['created', /Nothing was ordered, and you keep the license/],
    ] as const)('reports a second payment that is %s to a license holder', async (status, news) => {
      await comeBack({ status }, ['paid']);

      expect(screen.getByText(news)).toBeTruthy();
      expect(screen.queryByText(/Your license is ready|no license/)).toBeNull();
      expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    });

    it.each([[[]], [['paid']]])(
      'reports at once that it belongs to another account, with the groups %j',
      async (groups) => {
        rememberSession({ ...session, groups });
        vi.mocked(callApi).mockRejectedValue(new ApiError('not-found', 'You have no such checkout.'));
        await open('/pricing?checkout=success&session=cs_of_somebody_else');

        expect(screen.getByText('This checkout belongs to another account.')).toBeTruthy();
        expect(screen.getByRole('link', { name: 'Change the account' }).getAttribute('href')).toBe(
          signInPath('/pricing?checkout=success&session=cs_of_somebody_else'),
        );
        await settle(63_000);
        expect(asked()).toHaveLength(1);
      },
    );

    it('waits for the license when the server does not respond, and can check again', async () => {
      rememberSession(session);
      vi.mocked(callApi).mockImplementation((async (name: string) => {
        if (name === 'confirmCheckout') throw new ApiError('unavailable', 'The server is asleep.');
        return { ...user, subscription: { status: 'none' } };
      }) as typeof callApi);
      await open('/pricing?checkout=success&session=cs_1');
      expect(screen.getByText(/waiting for your license/)).toBeTruthy();

      await settle(63_000);
      expect(screen.getByText(/taking longer than usual/)).toBeTruthy();
      vi.mocked(callApi).mockClear();
      await press('Check again');
      expect(asked()[0]).toEqual(['confirmCheckout', { sessionId: 'cs_1' }]);
    });
  });

  it('confirms that a cancelled checkout ordered nothing', () => {
    show('/pricing?checkout=cancelled');
    expect(screen.getByRole('status').textContent).toMatch(/Nothing was ordered/);
  });
});
