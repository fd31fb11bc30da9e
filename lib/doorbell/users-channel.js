// @ts-check
import { util } from '@aws-appsync/utils';

/*
 * Runs in AppSync when a browser subscribes to a channel of the namespace `users`. Cognito
 * authorization admits every user to every channel, so this compares the channel with the caller. A
 * wildcard differs from every user id.
 */

/** @param {{ identity: { sub: string }, info: { channel: { path: string } } }} ctx */
export function onSubscribe(ctx) {
  if (ctx.info.channel.path !== `/users/${ctx.identity.sub}`) util.unauthorized();
}
