import '../../styles/amplify-theme.css';
import '../../components/forms/fields-theme.css';
import { useSearchParams } from 'react-router-dom';
import { Notice } from '../../components/notice.tsx';
import { SignInPrompt } from '../../components/sign-in-prompt.tsx';
import { useSession } from '../../lib/session.ts';
import { AuditSearch } from './audit-search.tsx';
import { FindPeople } from './find-people.tsx';
import { PersonView } from './person-view.tsx';

/** The content of `/desk`: a search, or the person in the address. The server decides who may see it. */
export default function DeskPanel() {
  const session = useSession();
  const [searchParams] = useSearchParams();
  const userId = searchParams.get('person');
  if (!session) return <SignInPrompt>Log in to use the desk.</SignInPrompt>;
  if (!session.groups.includes('admin'))
    return <Notice tone="info">The desk is for the team. Your account is not in the group admin.</Notice>;
  if (userId) return <PersonView key={userId} userId={userId} />;
  return (
    <>
      <FindPeople />
      <AuditSearch />
    </>
  );
}
