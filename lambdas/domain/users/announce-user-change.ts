import { describeError, logger } from '../../platform/logger.ts';

/** Publishes that a user's record, or something that pages show with it, has changed. */
export type AnnounceUserChange = (userId: string) => Promise<void>;

/**
 * Publishes a change that has already succeeded, so it never throws. Without the event, connected pages show the change
 * within half an hour, and others within a minute.
 */
export async function announceUserChange(publish: AnnounceUserChange, userId: string): Promise<void> {
  await publish(userId).catch((error: unknown) => {
    logger.warn('failed to publish UserChanged', { error: describeError(error) });
  });
}
