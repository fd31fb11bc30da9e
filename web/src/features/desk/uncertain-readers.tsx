import { useCallback, useState } from 'react';
import { Link } from 'react-router-dom';
import { isSubscriberId } from '../../../../contract/records/subscriber.ts';
import { WithAnswer } from '../../components/with-answer.tsx';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { useReading } from './use-reading.ts';

/** The people who may or may not have received a mailing. Their addresses are read when the list is opened. */
export function UncertainReaders({ slug }: { slug: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>People who may or may not have received it</summary>
      {isOpen && <Readers slug={slug} />}
    </details>
  );
}

function Readers({ slug }: { slug: string }) {
  const read = useCallback(() => callDesk('deskMailing', { slug }), [slug]);
  const { answer } = useReading(read);
  return (
    <WithAnswer answer={answer} loadingLabel="Loading the people…">
      {({ uncertain }) => (
        <ul>
          {uncertain.map(({ userId, email }) => (
            <li key={userId} className={styles.words}>
              {isSubscriberId(userId) ? (
                <span>{email ?? 'a deleted address without an account'}</span>
              ) : (
                <Link to={`/desk?person=${encodeURIComponent(userId)}`}>
                  {email ?? `${userId}, a deleted account`}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </WithAnswer>
  );
}
