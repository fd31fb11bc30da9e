import { useState } from 'react';
import { FormMessage } from '../../components/forms/form-message.tsx';

/** A picture of an email, or a warning that its readers would not see it. The text of the email describes it. */
export function MailingPicture({ src }: { src: string }) {
  const [isMissing, setIsMissing] = useState(false);
  if (isMissing)
    return <FormMessage tone="error">{`${src} does not load. Upload it to the media bucket.`}</FormMessage>;
  return <img src={src} alt="" onError={() => setIsMissing(true)} />;
}
