import { lazy } from 'react';
import { ClientPanel } from '../components/client-panel.tsx';
import { ForwardedNotice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { loadChunk } from '../lib/load-chunk.ts';

const AccountPanel = lazy(() =>
  loadChunk('account-panel', () => import('../features/account/account-panel.tsx')),
);
// Few visitors open these tabs, so their code loads on demand.
const LicenseTab = lazy(async () => {
  const [{ LicenseTab: Tab }, { ConfirmIdentity }] = await Promise.all([
    loadChunk('license-tab', () => import('../features/licensing/license-tab.tsx')),
    loadChunk('confirm-identity', () => import('../features/account/confirm-identity.tsx')),
  ]);
  return { default: () => <Tab ConfirmIdentity={ConfirmIdentity} /> };
});
const PurchasesTab = lazy(async () => ({
  default: (await loadChunk('purchases-tab', () => import('../features/purchases/purchases-tab.tsx')))
    .PurchasesTab,
}));
const ReferralsTab = lazy(async () => ({
  default: (await loadChunk('referrals-tab', () => import('../features/referrals/referrals-tab.tsx')))
    .ReferralsTab,
}));

export default function AccountPage() {
  return (
    <Page
      title="Account"
      description="Your Lorewright account: email address, license and settings."
      width="wide"
    >
      <PageHeader title="Account" place="isle">
        Your email address, license and settings.
      </PageHeader>
      <ClientPanel room="panel" withoutScript="Your account needs JavaScript. Please allow it for this site.">
        <ForwardedNotice />
        <AccountPanel license={<LicenseTab />} purchases={<PurchasesTab />} referrals={<ReferralsTab />} />
      </ClientPanel>
    </Page>
  );
}
