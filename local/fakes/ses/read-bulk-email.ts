import type { BulkMail } from './mail-service.ts';
import { type NamedValue, readHeaders, readSender, readTags, type SendEmailRequest } from './read-email.ts';

/** A template that is part of the request. */
interface TemplateContent {
  Subject?: string;
  Text?: string;
  Html?: string;
}

type Sender = Pick<SendEmailRequest, 'FromEmailAddress' | 'ReplyToAddresses'>;

interface Template {
  TemplateContent?: TemplateContent;
  TemplateData?: string;
  Headers?: NamedValue[];
}

interface BulkEntry {
  Destination: { ToAddresses?: string[] };
  ReplacementTags?: NamedValue[];
  ReplacementEmailContent?: { ReplacementTemplate?: { ReplacementTemplateData?: string } };
  ReplacementHeaders?: NamedValue[];
}

export interface SendBulkEmailRequest extends Sender {
  ConfigurationSetName?: string;
  DefaultEmailTags?: NamedValue[];
  DefaultContent: { Template?: Template };
  BulkEmailEntries: BulkEntry[];
}

const maxEntries = 50;
const maxHeaders = 15;

/** Returns why SES refuses a whole call; undefined if it does not. */
export function findMistake({ BulkEmailEntries: entries, DefaultContent }: SendBulkEmailRequest) {
  const { Template: template } = DefaultContent;
  if (entries.length < 1 || entries.length > maxEntries)
    return `A call must have 1 to ${maxEntries} entries, not ${entries.length}.`;
  if (!template?.TemplateContent) return 'DefaultContent.Template must have TemplateContent.';
  if (entries.some(({ Destination: { ToAddresses = [] } }) => ToAddresses.length === 0))
    return 'Every entry must have a To address.';
  const headers = [template.Headers, ...entries.map(({ ReplacementHeaders }) => ReplacementHeaders)];
  if (headers.some((list = []) => list.length > maxHeaders))
    return `The template and each entry can have at most ${maxHeaders} headers.`;
  if (![template.TemplateData, ...entries.map(replacementData)].every(isObject))
    return 'The template data must be a JSON object.';
  return undefined;
}

/**
 * Returns the emails of a call without a mistake, in the order of its entries. The data of an entry is merged
 * into the default data. AWS does not document this, but others measured it:
 * https://github.com/domdomegg/aws-ses-v2-local/pull/103
 */
export function readBulkEmail(request: SendBulkEmailRequest): BulkMail[] {
  const { TemplateContent = {}, TemplateData, Headers = [] } = request.DefaultContent.Template ?? {};
  const defaults = parseData(TemplateData);
  return request.BulkEmailEntries.map((entry) => {
    const data = { ...defaults, ...parseData(replacementData(entry)) };
    const { missing, ...content } = renderTemplate(TemplateContent, data);
    return {
      to: (entry.Destination.ToAddresses ?? []).join(', '),
      ...content,
      headers: { ...readSender(request), ...mergeHeaders(Headers, entry.ReplacementHeaders) },
      tags: { ...readTags(request.DefaultEmailTags), ...readTags(entry.ReplacementTags) },
      ...(missing.length > 0
        ? { renderingError: `Attribute '${missing[0]}' is not present in the rendering data.` }
        : {}),
    };
  });
}

const replacementData = ({ ReplacementEmailContent }: BulkEntry): string | undefined =>
  ReplacementEmailContent?.ReplacementTemplate?.ReplacementTemplateData;

const parseData = (text = '{}'): Record<string, unknown> => JSON.parse(text);

function isObject(text: string | undefined): boolean {
  try {
    const data: unknown = parseData(text);
    return typeof data === 'object' && data !== null && !Array.isArray(data);
  } catch {
    return false;
  }
}

/** A header of the entry replaces that of the template. The case of names does not matter. */
function mergeHeaders(ofTemplate: NamedValue[], ofEntry: NamedValue[] = []): Record<string, string> {
  const names = new Set(ofEntry.map(({ Name }) => Name.toLowerCase()));
  return readHeaders([...ofTemplate.filter(({ Name }) => !names.has(Name.toLowerCase())), ...ofEntry]);
}

/**
 * Replaces `{{name}}` with the unescaped value of `name`. Values are not templates, so their `{{` stays.
 * @returns the email with the placeholders that have no value, and the names of those
 */
export function renderTemplate(
  { Subject = '', Text = '', Html = '' }: TemplateContent,
  data: Record<string, unknown>,
): { subject: string; text: string; html: string; missing: string[] } {
  const values = new Map(Object.entries(data));
  const missing = new Set<string>();
  const fill = (template: string) =>
    template.replace(/\{\{([^{}]*)\}\}/g, (placeholder, content: string) => {
      const name = content.trim();
      const value = values.get(name) ?? undefined;
      if (value !== undefined) return String(value);
      missing.add(name);
      return placeholder;
    });
  return { subject: fill(Subject), text: fill(Text), html: fill(Html), missing: [...missing] };
}
