import { serveAll } from '../platform/serve-all.ts';
import { compose } from './compose.ts';
import { endRegistration } from './end-registration.ts';
import { oneClickUnsubscribe } from './one-click-unsubscribe.ts';
import { unsubscribe } from './unsubscribe.ts';
import { withdraw } from './withdraw.ts';

export const handler = serveAll(
  'links',
  { endRegistration, oneClickUnsubscribe, unsubscribe, withdraw },
  compose,
);
