import * as z from 'zod';

export interface EventType<Detail extends z.ZodType = z.ZodType> {
  source: 'lorewright' | 'aws.s3';
  /** EventBridge's `detail-type`. */
  type: string;
  detail: Detail;
}

/** What happens. Everything that follows from a change listens to one of these. */
export const events = {
  /** A new account confirmed its address. */
  userRegistered: {
    source: 'lorewright',
    type: 'UserRegistered',
    detail: z.object({ userId: z.string(), email: z.string() }),
  },
  /** Stripe says something about a Checkout Session. Only a hint to look at Stripe: it may come late, twice, out of order. */
  checkoutChanged: {
    source: 'lorewright',
    type: 'CheckoutChanged',
    detail: z.object({ sessionId: z.string(), stripeEventId: z.string() }),
  },
  /** S3 has a new object. This one comes from S3 itself, on the account's default bus. */
  objectCreated: {
    source: 'aws.s3',
    type: 'Object Created',
    detail: z.object({ bucket: z.object({ name: z.string() }), object: z.object({ key: z.string() }) }),
  },
} satisfies Record<string, EventType>;

export type Events = typeof events;
export type EventName = keyof Events;
export type DetailOf<Name extends EventName> = z.infer<Events[Name]['detail']>;
