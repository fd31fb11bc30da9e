import type * as z from '../zod.ts';
import type * as events from './events.ts';

/** The type of an event's detail. */
export type DetailOf<Name extends keyof typeof events> = z.infer<(typeof events)[Name]['detail']>;
