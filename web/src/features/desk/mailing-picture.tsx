import { useState } from 'react';
import { FormMessage } from '../../components/forms/form-message.tsx';
import styles from './desk.module.css';

/** Warns that the readers of an email would not see one of its pictures, which the email itself shows. */
export function MailingPicture({ src }: { src: string }) {
  const [isMissing, setIsMissing] = useState(false);
  if (isMissing)
    return <FormMessage tone="error">{`${src} does not load. Add the picture again.`}</FormMessage>;
  return <img src={src} alt="" className={styles.probe} onError={() => setIsMissing(true)} />;
}
