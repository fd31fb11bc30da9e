import * as events from '../../contract/events/events.ts';
import { channelOfUser, deskChannel } from '../../contract/rules/doorbell-channels.ts';
import * as z from '../../contract/zod.ts';
import { channelPublisher } from '../platform/channel-publisher.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { consume } from '../platform/consume.ts';

const { AWS_REGION, DOORBELL_URL } = readConfig({ AWS_REGION: resourceName, DOORBELL_URL: z.url() });
const ring = channelPublisher({ url: DOORBELL_URL, region: AWS_REGION });

/** Notifies the user's open pages and the desk. Each change has its own version. */
export const handler = consume(events.userChanged, async ({ userId }, _context, version) => {
  await Promise.all([ring(channelOfUser(userId), { version }), ring(deskChannel, { userId, version })]);
});
