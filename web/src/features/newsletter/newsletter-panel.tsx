import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ConfirmSubscription } from './confirm-subscription.tsx';
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

/** The link of an email, kept in the history entry: it is not in the address bar and survives a reload. */
type NewsletterLink = { kind: 'confirm'; token: string } | { kind: 'own'; token: string };

/**
 * The links open `/newsletter#confirm=…` and `/newsletter#token=…`; the token is in the fragment because browsers do not send it to any
 * server. Null if the visitor came without a link.
 */
function readNewsletterLink({ hash, state }: { hash: string; state: unknown }): NewsletterLink | null {
  const fragment = new URLSearchParams(hash.slice(1));
  const confirm = fragment.get('confirm');
  if (confirm) return { kind: 'confirm', token: confirm };
  const token = fragment.get('token');
  if (token) return { kind: 'own', token };
  const { newsletter } = (state ?? {}) as { newsletter?: NewsletterLink };
  return newsletter ?? null;
}
