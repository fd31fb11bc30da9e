import { type ExportedSubscriber, visitorGroups } from '../records/subscriber.ts';
import type { MailGroup } from '../records/user.ts';
import * as z from '../zod.ts';
import { defineOperation } from './define-operation.ts';
import { emailAddress, linkToken, type NoFields, submissionId } from './fields.ts';

const chosenGroups = z.array(z.enum(visitorGroups)).check(z.maxLength(visitorGroups.length));

/** Sends an email with a link that starts emails of these groups. The answer is the same for every address. */
export const subscribe = defineOperation('subscribe', {
  request: () =>
    z.strictObject({
      requestId: submissionId,
      email: emailAddress,
      groups: chosenGroups.check(z.minLength(1)),
    }),
  response: {} as NoFields,
});

/** Starts the emails that a signed link names. Anyone with the link may use it. */
export const confirmSubscription = defineOperation('confirmSubscription', {
  request: () => z.strictObject({ token: linkToken }),
  response: {} as
    | { isOfAccount: true }
    | {
        isOfAccount: false;
        /** The groups that the address gets now. */
        groups: MailGroup[];
        /** The token of the link with which the person can change or delete the subscription. */
        token: string;
      },
});

/** Returns what is stored about the address of a signed link. */
export const subscription = defineOperation('subscription', {
  request: () => z.strictObject({ token: linkToken }),
  response: {} as ExportedSubscriber,
});

/** Makes the difference between two lists of groups for the address of a signed link. A page that shows old groups restores none. */
export const changeSubscription = defineOperation('changeSubscription', {
  request: () => z.strictObject({ token: linkToken, seen: chosenGroups, groups: chosenGroups }),
  response: {} as { groups: MailGroup[] },
});

/** Deletes what is stored about the address of a signed link. */
export const deleteSubscription = defineOperation('deleteSubscription', {
  request: () => z.strictObject({ token: linkToken }),
  response: {} as NoFields,
});
