import '../../styles/amplify-theme.css';
import '../../styles/tabs-theme.css';
import { Tabs } from '@aws-amplify/ui-react';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Progress } from '../../components/progress.tsx';
import { SignInPrompt } from '../../components/sign-in-prompt.tsx';
import { loadChunk } from '../../lib/load-chunk.ts';
import { useSession } from '../../lib/session.ts';
import { refusesStorage } from '../../lib/stored-text.ts';
import { useUser } from '../../lib/use-user.ts';
import styles from './account.module.css';
import { AccountDeleted, announceDeletion, type Deletion, useDeletionElsewhere } from './account-deleted.tsx';
import { GeneralTab } from './general-tab.tsx';
import { PasskeyOffer } from './passkey-offer.tsx';
import { SettingsTab } from './settings-tab.tsx';

// Loaded on demand, because few people open this tab, and it has the most code.
const SecurityTab = lazy(async () => ({
  default: (await loadChunk('security-tab', () => import('./security-tab.tsx'))).SecurityTab,
}));

/** Each is rendered when its tab is opened. */
type OtherTabs = Record<'license' | 'purchases' | 'referrals', ReactNode>;

/** The content of `/account`. */
export default function AccountPanel(otherTabs: OtherTabs) {
  const session = useSession();
  const [deletion, setDeletion] = useState<Deletion | null>(null);
  const isDeletedElsewhere = useDeletionElsewhere();
  const [wasSignedIn] = useState(session !== null);

  if (deletion) return <AccountDeleted {...deletion} />;
  if (!session) {
    if (isDeletedElsewhere) return <SignInPrompt>This account was deleted in another tab.</SignInPrompt>;
    if (wasSignedIn) return <SignInPrompt>Your session has ended. Log in to see your account.</SignInPrompt>;
    return <SignedOut />;
  }
  return (
    <AccountTabs
      {...otherTabs}
      onDeleted={(counts) => {
        setDeletion({ email: session.email, ...counts });
        announceDeletion();
      }}
    />
  );
}

function SignedOut() {
  return <SignInPrompt>{`Log in to see your account.${useSignedOutReason()}`}</SignInPrompt>;
}

interface AccountTabsProps extends OtherTabs {
  onDeleted: (counts: Omit<Deletion, 'email'>) => void;
}

const labels = {
  general: 'General',
  settings: 'Settings',
  security: 'Security',
  license: 'License',
  purchases: 'Purchases',
  referrals: 'Referrals',
};

/** The tab in the URL, so that people can link to it. */
function AccountTabs({ onDeleted, ...otherTabs }: AccountTabsProps) {
  const record = useUser();
  const isAdmin = useSession()?.groups.includes('admin');
  const [searchParams, setSearchParams] = useSearchParams();
  const named = searchParams.get('tab') ?? '';
  const panels: Record<keyof typeof labels, ReactNode> = {
    general: (
      <>
        <GeneralTab record={record} />
        <PasskeyOffer />
      </>
    ),
    settings: <SettingsTab onDeleted={onDeleted} />,
    security: <SecurityTab record={record} />,
    ...otherTabs,
  };

  return (
    <Tabs.Container
      isLazy
      value={Object.hasOwn(panels, named) ? named : 'general'}
      onValueChange={(tab) => setSearchParams({ tab }, { replace: true })}
    >
      <div className={styles.bar}>
        <Tabs.List>
          {Object.entries(labels).map(([tab, label]) => (
            <Tabs.Item key={tab} value={tab}>
              {label}
            </Tabs.Item>
          ))}
        </Tabs.List>
        {isAdmin && <Link to="/desk">Desk</Link>}
        <Link to="/feedback">Feedback</Link>
      </div>
      {Object.entries(panels).map(([tab, panel]) => (
        <Tabs.Panel key={tab} value={tab}>
          <Suspense fallback={<Progress label="Loading…" />}>{panel}</Suspense>
        </Tabs.Panel>
      ))}
    </Tabs.Container>
  );
}

const dayMs = 24 * 60 * 60 * 1000;

/** A sentence for people who expect to be signed in; empty if this device gives no reason. */
function useSignedOutReason(): string {
  const [isClockWrong, setClockWrong] = useState(false);
  useEffect(() => {
    fetch('/config.json', { method: 'HEAD', cache: 'no-store' }).then(
      ({ headers }) => {
        // Without the header, the difference is not a number.
        setClockWrong(Math.abs(Date.parse(headers.get('date') ?? '') - Date.now()) > dayMs);
      },
      () => {
        // Without a response, the clock counts as right.
      },
    );
  }, []);
  if (refusesStorage('local'))
    return ' This browser keeps no data of this site, so a sign-in ends with the page.';
  return isClockWrong
    ? ' The clock of this device is wrong by more than a day. Set it first, because it decides when a sign-in ends.'
    : '';
}
