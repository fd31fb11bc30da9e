import '../../styles/amplify-theme.css';
import { Tabs } from '@aws-amplify/ui-react';
import { useSearchParams } from 'react-router-dom';
import { ButtonLink } from '../../components/button-link.tsx';
import { useSession } from '../../lib/session.ts';
import { GeneralTab } from './general-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';

/** Everything of `/account`. The tab stands in the address, so that it can be linked to. */
export default function AccountPanel() {
  const isSignedIn = useSession() !== null;
  const [searchParams, setSearchParams] = useSearchParams();

  if (!isSignedIn) {
    return (
      <>
        <p>Log in to see your account.</p>
        <ButtonLink to="/auth">Log In</ButtonLink>
      </>
    );
  }
  return (
    <Tabs
      isLazy
      value={searchParams.get('tab') === 'settings' ? 'settings' : 'general'}
      onValueChange={(tab) => setSearchParams({ tab }, { replace: true })}
      items={[
        { value: 'general', label: 'General', content: <GeneralTab /> },
        { value: 'settings', label: 'Settings', content: <SettingsTab /> },
      ]}
    />
  );
}
