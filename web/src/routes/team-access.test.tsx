// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GeneralTab } from '../features/account/general-tab.tsx';
import { DownloadBuilds } from '../features/downloads/download-builds.tsx';
import { LicenseTab } from '../features/licensing/license-tab.tsx';
import { SiteFooter } from '../features/navigation/site-footer.tsx';
import { PurchasesTab } from '../features/purchases/purchases-tab.tsx';
import { callApi } from '../lib/call-api.ts';
import { rememberSession } from '../lib/session.ts';
import { newUser } from '../lib/test-user.ts';
import HomePage from './home.tsx';
import PricingPage from './pricing.tsx';

vi.mock('../lib/call-api.ts');
// It needs a browser, and shows the same to everyone.
vi.mock('../features/home/mockup-carousel.tsx', () => ({ MockupCarousel: () => null }));
vi.mock('../lib/refresh-groups.ts', () => ({ refreshGroups: async () => false }));

const record = { value: newUser, failure: null, take: vi.fn(), reload: vi.fn() } as never;
const pages: [string, ReactElement][] = [
  ['General', <GeneralTab key="general" record={record} />],
  ['License', <LicenseTab ConfirmIdentity={() => null} key="license" />],
  ['Purchases', <PurchasesTab key="purchases" />],
  ['Pricing', <PricingPage key="pricing" />],
  ['Home', <HomePage key="home" />],
  ['Download', <DownloadBuilds key="download" current={null} isMissing={false} suggestion={null} />],
  ['the footer', <SiteFooter key="footer" />],
];

async function textFor(groups: string[], page: ReactElement) {
  rememberSession({ email: newUser.email, groups, endsAtMs: Date.now() + 1_000_000 });
  await act(async () => {
    render(<MemoryRouter>{page}</MemoryRouter>);
  });
  return document.body.textContent;
}

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
  vi.mocked(callApi).mockResolvedValue({ orders: [] } as never);
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe.each(['admin', 'vip'])('an account of the group %s without an order', (group) => {
  it.each(pages)('sees neither an offer nor a license on %s', async (_, page) => {
    const text = await textFor([group], page);
    expect(text).not.toMatch(/You have a license|None yet|Get your|See the offer|no license yet|Redeem/);
    expect(screen.queryAllByRole('link').map((link) => link.getAttribute('href'))).not.toContain('/pricing');
  });

  it.each(pages.slice(0, 4))('sees on %s why it needs no license', async (_, page) => {
    expect(await textFor([group], page)).toContain(
      'Our team gave you full access, so you do not need a license.',
    );
  });
});

it.each(pages)('does not promise access on %s to an account without a group', async (_, page) => {
  expect(await textFor([], page)).not.toMatch(/full access, so|You have a license/);
});
