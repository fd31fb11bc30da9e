import { useSearchParams } from 'react-router-dom';
import { FindPeople } from './find-people.tsx';
import { PersonView } from './person-view.tsx';

/** A search, or the person in the address. */
export function PeopleView() {
  const [searchParams] = useSearchParams();
  const userId = searchParams.get('person');
  return userId ? <PersonView key={userId} userId={userId} /> : <FindPeople />;
}
