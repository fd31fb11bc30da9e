import type * as z from '../zod.ts';

export interface EventType<Detail extends z.ZodMiniType<object> = z.ZodMiniType<object>> {
  source: 'lorewright' | 'aws.cloudwatch' | 'aws.s3' | 'aws.ses';
  /** EventBridge's `detail-type`. */
  type: string;
  detail: Detail;
}

/** The field that each of our events adds to its detail. */
export interface Caused {
  /** The id of the original request, even if other events came in between. */
  causedBy?: string | undefined;
}

/**
 * The request that an event follows from. Undefined for events that have no request, such as a
 * schedule or an upload, and for events sent before this field existed. An email passes it to SES as
 * a tag, and SES returns the tag.
 */
export function causeOf(detail: unknown): string | undefined {
  const { causedBy, mail } = (detail ?? {}) as Caused & { mail?: { tags?: { causedBy?: string[] } } };
  const cause = causedBy ?? mail?.tags?.causedBy?.[0];
  return typeof cause === 'string' && cause ? cause : undefined;
}
