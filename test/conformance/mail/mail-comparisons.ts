import type { Comparison, ExplainedDifference } from '../comparison.ts';
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

const noRecipient: Omit<ExplainedDifference, 'probes'> = {
  right: 'both',
  why: 'AWS does not document the answer to an email without a recipient. Our fake rejects it.',
  source: api('SendEmail'),
};

/** Compares answers and the sent emails. */
export const mailSesLocal: Comparison<ComparableMail> = {
  other: sesLocalName,
  install: installSesLocal,
  startOurs: startOurMail,
  startOther: startSesLocal,
  probes: mailProbes,
  explained: [
    {
      probes: { 'SendEmail: a recipient that is no address': 'faf7a138' },
      right: 'ours',
      why: 'SES answers BadRequestException to invalid input. aws-ses-v2-local does not check the form of addresses.',
      source: api('SendEmail'),
    },
    { ...noRecipient, probes: { 'SendEmail: no recipient': '37293921' } },
    {
      probes: { 'SendBulkEmail: a missing variable': '5ddaa9c0' },
      right: 'ours',
      why: 'SES accepts the entry, does not send the email, and publishes a rendering failure.',
      source: 'https://docs.aws.amazon.com/ses/latest/dg/send-personalized-email-api.html',
    },
    {
      probes: { 'SendBulkEmail: no entries': '772a9895', 'SendBulkEmail: 51 entries': 'cdd92257' },
      right: 'ours',
      why: 'A call has at most 50 destinations. AWS does not document the answer to a call without entries.',
      source: 'https://docs.aws.amazon.com/ses/latest/dg/send-personalized-email-api.html',
    },
    {
      probes: {
        'SendBulkEmail: an entry without a recipient': '21294f06',
        'SendBulkEmail: default data that is no JSON': '21294f06',
        'SendBulkEmail: no template': '21294f06',
      },
      right: 'ours',
      why: 'Both reject the call, but aws-ses-v2-local does not name the error (BadRequestException).',
      source: api('SendBulkEmail'),
    },
    {
      probes: { GetAccount: '424b63e9' },
      right: 'not compared',
      why: 'aws-ses-v2-local only repeats an answer that it is given.',
      source: api('GetAccount'),
    },
    {
      probes: { 'DeleteSuppressedDestination: address that is not on the list': '8d04b427' },
      right: 'not compared',
      why: 'aws-ses-v2-local has no suppression list.',
      source: api('DeleteSuppressedDestination'),
    },
  ],
};

/** moto implements only SendEmail, and does not show the emails of SES v2. */
export const mailMoto: Comparison<ComparableMail> = {
  other: motoName,
  install: installMoto,
  startOurs: startOurMail,
  startOther: startMotoMail,
  probes: simpleMailProbes,
  explained: [
    {
      probes: { 'SendEmail: a recipient that is no address': 'd27cd0bd' },
      right: 'ours',
      why: 'SES v2 rejects an invalid address with BadRequestException. InvalidParameterValue is an error of SES v1.',
      source: api('SendEmail'),
    },
    { ...noRecipient, probes: { 'SendEmail: no recipient': 'a1da2757' } },
  ],
};
