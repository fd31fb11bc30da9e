import { maxMailingLength } from '../rules/mailing-rules.ts';
import * as z from '../zod.ts';
import { articleSummary } from './article.ts';
import { unsubscribableGroups } from './user.ts';

/**
 * `scheduled`: it starts by itself at a time. `discarded`: a draft that was rejected. It is kept so that the site does not make it
 * again.
 */
export const mailingStatuses = ['draft', 'scheduled', 'sending', 'paused', 'sent', 'discarded'] as const;
export type MailingStatus = (typeof mailingStatuses)[number];

/**
 * Why a mailing is paused: by the team, because too many emails bounced or were reported as spam, because SES refuses to send, because a
 * call to SES failed with an unknown result, because an article has the address of the newsletter, because its text cannot
 * be rendered, or because its release was withdrawn or its text names something that the site does not have.
 */
const pauseReasons = [
  'team',
  'bounces',
  'complaints',
  'refused',
  'uncertain',
  'address',
  'text',
  'content',
] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** Numbers of emails. A mailing is paused when too many bounced or were reported as spam. */
export const deliveryCounts = z.object({
  /** SES accepted them. */
  sent: z.int(),
  /** The part of the sent emails that SES later reports as bounced. */
  bounced: z.int(),
  complained: z.int(),
});

export type DeliveryCounts = z.infer<typeof deliveryCounts>;

/**
 * The fields of a mailing that the index of the table contains, which DynamoDB cannot extend. A mailing is an email to everyone who is
 * subscribed to a group.
 */
export const mailingSummary = z.extend(deliveryCounts, {
  /** Its name in commands. A newsletter appears at `/letters/<slug>`. */
  slug: articleSummary.shape.slug,
  group: z.enum(unsubscribableGroups),
  subject: z.string(),
  status: z.enum(mailingStatuses),
  /** ISO 8601, UTC. Lists are sorted by it. An edit of the draft changes both times. */
  createdAt: z.string(),
  updatedAt: z.string(),
  /** The user id of the admin who approved it, `site` if the site scheduled it, or `command`. */
  approvedBy: z.optional(z.string()),
  approvedAt: z.optional(z.string()),
  /** How many accounts were subscribed when it was approved. */
  expected: z.optional(z.int()),
  /** When every account had been visited. */
  endedAt: z.optional(z.string()),
  pauseReason: z.optional(z.enum(pauseReasons)),
  /** Accounts that are not subscribed, and those whose address SES refused. */
  skipped: z.int(),
  /**
   * The user ids of accounts that may or may not have received it, because a run was interrupted or SES did not answer. It is not sent to
   * them again.
   */
  uncertainIds: z.array(z.string()),
});

export type MailingSummary = z.infer<typeof mailingSummary>;

/**
 * The part of a group that a mailing goes to: people without a license, or the voters of an item of the roadmap (see `votersOf`). It is not
 * an enum, because old mailings keep their audience.
 */
const mailingAudience = z.string().check(z.regex(/^(unlicensed|voters of [a-z0-9-]{1,60})$/));

/** The fields of a mailing that lists show. */
export const listedMailing = z.extend(mailingSummary, {
  /** Missing if everyone who is subscribed to the group gets it. */
  audience: z.optional(mailingAudience),
  /** When it starts, see `ZonedTime`, and the user id of the admin who decided that, or `site`. */
  schedule: z.optional(z.object({ at: z.string(), timeZone: z.string(), by: z.string() })),
  /** A sentence: why the site does not send it. */
  problem: z.optional(z.string()),
});

export type ListedMailing = z.infer<typeof listedMailing>;

/** The people who get a mailing. */
export type Recipients = Pick<ListedMailing, 'group' | 'audience'>;

export const mailing = z.extend(listedMailing, {
  /** The Markdown file. */
  text: z.string().check(z.maxLength(maxMailingLength)),
});

export type Mailing = z.infer<typeof mailing>;
