import type { OutgoingMail } from './mail-service.ts';

export interface NamedValue {
  Name: string;
  Value: string;
}

export interface SendEmailRequest {
  FromEmailAddress: string;
  ReplyToAddresses?: string[];
  Destination?: { ToAddresses?: string[] };
  EmailTags?: NamedValue[];
  Content: {
    Simple: {
      Subject: { Data: string };
      Body: { Text?: { Data: string }; Html?: { Data: string } };
      Headers?: NamedValue[];
      /** The content is Base64, like every blob in JSON. */
      Attachments?: { FileName: string; ContentType?: string; RawContent: string }[];
    };
  };
}

/** Returns why SES refuses an email; undefined if it does not. */
export function findAddressMistake({ Destination }: SendEmailRequest): string | undefined {
  const addresses = Destination?.ToAddresses ?? [];
  if (addresses.length === 0) return 'The email has no recipient.';
  return addresses.every((address) => /@[^@\s]+$/.test(address)) ? undefined : "Missing final '@domain'";
}

export function readEmail(request: SendEmailRequest): OutgoingMail {
  const { Subject, Body, Headers = [], Attachments = [] } = request.Content.Simple;
  const attachments = Attachments.map(
    ({ FileName, ContentType = 'application/octet-stream', RawContent }) => ({
      fileName: FileName,
      type: ContentType,
      content: RawContent,
    }),
  );
  return {
    to: (request.Destination?.ToAddresses ?? []).join(', '),
    subject: Subject.Data,
    text: Body.Text?.Data ?? '',
    html: Body.Html?.Data ?? '',
    headers: { ...readSender(request), ...readHeaders(Headers) },
    ...(attachments.length > 0 ? { attachments } : {}),
    tags: readTags(request.EmailTags),
  };
}

/** The headers that SES adds itself. */
export const readSender = ({
  FromEmailAddress,
  ReplyToAddresses,
}: Pick<SendEmailRequest, 'FromEmailAddress' | 'ReplyToAddresses'>): Record<string, string> => ({
  From: FromEmailAddress,
  ...(ReplyToAddresses ? { 'Reply-To': ReplyToAddresses.join(', ') } : {}),
});

export const readHeaders = (headers: NamedValue[]): Record<string, string> =>
  Object.fromEntries(headers.map(({ Name, Value }) => [Name, Value]));

export const readTags = (tags: NamedValue[] = []): Record<string, string[]> =>
  Object.fromEntries(tags.map(({ Name, Value }) => [Name, [Value]]));
