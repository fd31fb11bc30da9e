// @ts-check
import { util } from '@aws-appsync/utils';

/* Runs in AppSync when a browser subscribes to a channel of the namespace `desk`: only for admins. */

/** @param {{ identity: { groups: string[] | null }, info: { channel: { path: string } } }} ctx */
export function onSubscribe(ctx) {
  const groups = ctx.identity.groups ?? [];
  if (ctx.info.channel.path !== '/desk/all' || !groups.includes('admin')) util.unauthorized();
}
