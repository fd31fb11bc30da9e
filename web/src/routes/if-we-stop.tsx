/// <reference types="vite/client" />
import ifWeStop from '../../../content/legal/if-we-stop.md';
import { LegalPage } from '../features/legal/legal-page.tsx';

/** The file exists once the owner has signed the pledge. */
const isSigned =
  Object.keys(import.meta.glob('../../../content/legal/if-we-stop.jws', { query: '?raw' })).length > 0;

export default function IfWeStopPage() {
  const signature = (
    <p>
      This pledge is <a href="/if-we-stop.jws">signed</a> with the key that signs licenses (JWS, RFC 7515).
    </p>
  );
  return (
    <LegalPage
      text={ifWeStop}
      addition={{ under: 'you-can-check-it-yourself', content: isSigned && signature }}
    />
  );
}
