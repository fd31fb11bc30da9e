import type { Comparison } from '../comparison.ts';
import { installMoto, motoName } from '../install-moto.ts';
import {
  type ComparableMail,
  installSesLocal,
  sesLocalName,
  startMotoMail,
  startOurMail,
  startSesLocal,
} from './comparable-mail.ts';
import { mailProbes, simpleMailProbes } from './mail-probes.ts';

const api = (operation: string) =>
  `https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_${operation}.html`;

/** Compares answers and the sent mails. */
export const mailSesLocal: Comparison<ComparableMail> = {
  other: sesLocalName,
  install: installSesLocal,
  startOurs: startOurMail,
  startOther: startSesLocal,
  probes: mailProbes,
  explained: [
    {
      probes: ['SendEmail: no recipient', 'SendEmail: a recipient that is no address'],
      right: 'ours',
      why: 'SES refuses a mail without a valid recipient.',
      source: 'https://docs.aws.amazon.com/ses/latest/dg/troubleshoot-error-messages.html',
    },
    {
      probes: ['SendBulkEmail: an entry with a part of the data'],
      right: 'both',
      why: 'AWS does not document whether the default data completes the data of an entry. Our fake is strict, so that a mail that arrives here also arrives there.',
      source: api('ReplacementTemplate'),
    },
    {
      probes: ['SendBulkEmail: a missing variable'],
      right: 'ours',
      why: 'SES accepts the entry, sends nothing, and publishes a rendering failure.',
      source: 'https://docs.aws.amazon.com/ses/latest/dg/send-personalized-email-api.html',
    },
    {
      probes: ['SendBulkEmail: no entries', 'SendBulkEmail: 51 entries'],
      right: 'ours',
      why: 'A call has 1 to 50 recipients.',
      source: 'https://docs.aws.amazon.com/ses/latest/dg/quotas.html',
    },
    {
      probes: [
        'SendBulkEmail: an entry without a recipient',
        'SendBulkEmail: default data that is no JSON',
        'SendBulkEmail: no template',
      ],
      right: 'ours',
      why: 'Both refuse the call, but aws-ses-v2-local does not name the error.',
      source: api('SendBulkEmail'),
    },
    {
      probes: ['GetAccount'],
      right: 'ours',
      why: 'Not compared: aws-ses-v2-local only repeats an answer that it was given.',
      source: api('GetAccount'),
    },
    {
      probes: ['DeleteSuppressedDestination: address that is not on the list'],
      right: 'ours',
      why: 'Not compared: aws-ses-v2-local has no suppression list.',
      source: api('DeleteSuppressedDestination'),
    },
  ],
};

/** Moto implements SendEmail only, and does not show the mails of SES v2. */
export const mailMoto: Comparison<ComparableMail> = {
  other: motoName,
  install: installMoto,
  startOurs: startOurMail,
  startOther: startMotoMail,
  probes: simpleMailProbes,
  explained: [
    {
      probes: ['SendEmail: no recipient', 'SendEmail: a recipient that is no address'],
      right: 'ours',
      why: 'SES v2 refuses a mail without a valid recipient. InvalidParameterValue is an error of SES v1.',
      source: api('SendEmail'),
    },
  ],
};
