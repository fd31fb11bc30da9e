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
  const sendMailing = bus.add('sendMailing', {
    on: [{ types: [events.mailingStarted] }],
    inOrder: true,
    timeoutSeconds: 300,
    // Three attempts, half an hour apart.
    retryFor: Duration.hours(1.5),
    // A run without time left starts the mailing again. Lambda would end such a loop after 16 runs.
    mayRepeatItself: true,
  });
  applyGrants(
    sendMailing,
    [
      mailings('GetItem', 'UpdateItem'),
      users('Scan'),
      mailLog('BatchGetItem', 'DeleteItem', 'PutItem', 'UpdateItem'),
      articles('GetItem', 'PutItem'),
      publish(events.articleChanged),
      publish(events.mailingStarted),
      count('MailingsPaused'),
      sendMailings,
      signedLinks,
      siteUrl,
    ],
    parts,
  );
  const continueMailings = bus.add('continueMailings', {
    every: [{ rate: Duration.hours(1), event: events.mailingSweepDue, enabled: !stage.isReadOnly }],
  });
  applyGrants(continueMailings, [mailings('Query', 'UpdateItem'), publish(events.mailingStarted)], parts);
}
