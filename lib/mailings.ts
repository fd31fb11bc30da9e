import { Duration } from 'aws-cdk-lib';
import * as events from '../contract/events/events.ts';
import {
  applyGrants,
  articles,
  count,
  mailings,
  mailLog,
  type Parts,
  publish,
  sendMailings,
  signedLinks,
  siteUrl,
  users,
} from './grants.ts';

/** Adds the functions that send mailings, one at a time. */
export function addMailings(parts: Parts): void {
  const { events: bus, stage } = parts;
  const sendMailing = bus.listenInOrder('sendMailing', [{ event: events.mailingStarted }], {
    // Three attempts, half an hour apart.
    maxReceives: 3,
    timeoutSeconds: 300,
  });
  bus.allowSend(sendMailing, 'sendMailing', 'MAILING_QUEUE_URL');
  applyGrants(
    sendMailing,
    [
      mailings('GetItem', 'UpdateItem'),
      users('Scan'),
      mailLog('BatchGetItem', 'DeleteItem', 'PutItem', 'UpdateItem'),
      articles('GetItem', 'PutItem'),
      publish(events.articleChanged),
      count('MailingsPaused'),
      sendMailings,
      signedLinks,
      siteUrl,
    ],
    parts,
  );
  const continueMailings = bus.schedule('continueMailings', Duration.hours(1), {
    enabled: !stage.isReadOnly,
  });
  applyGrants(continueMailings, [mailings('Query', 'UpdateItem'), publish(events.mailingStarted)], parts);
}
