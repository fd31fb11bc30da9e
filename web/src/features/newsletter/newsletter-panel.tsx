import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ConfirmSubscription } from './confirm-subscription.tsx';
import { type NewsletterLink, readNewsletterLink } from './newsletter-link.ts';
import { OwnSubscription } from './own-subscription.tsx';
import { SubscribeForm } from './subscribe-form.tsx';

/** The content of `/newsletter`: the form, or what the link of an email is for. */
export default function NewsletterPanel() {
  const { hash, state } = useLocation();
  const navigate = useNavigate();
  /** The token of the page about the subscription that was just confirmed. */
  const [newToken, setNewToken] = useState<string>();
  const link = readNewsletterLink({ hash, state });
  const keep = (newsletter: NewsletterLink) =>
    navigate('/newsletter', { replace: true, state: { newsletter } });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link
  useEffect(() => {
    if (link && hash !== '') keep(link);
  }, [hash]);

  if (!link) return <SubscribeForm />;
  if (link.kind === 'own')
    return <OwnSubscription key={link.token} token={link.token} isNew={link.token === newToken} />;
  return (
    <ConfirmSubscription
      key={link.token}
      token={link.token}
      onConfirm={(token) => {
        setNewToken(token);
        keep({ kind: 'own', token });
      }}
    />
  );
}
