import { createContext, Script } from 'node:vm';

/** The subscriber and the channel. The names are AppSync's. */
export interface SubscribeContext {
  identity: { sub: string; username: string; groups: string[] | null; claims: object };
  info: { channel: { path: string; segments: string[] }; channelNamespace: { name: string } };
}

class Unauthorized extends Error {}

/**
 * Runs the code of a channel namespace, as AppSync does when a client subscribes.
 * @returns whether the client may subscribe
 * @throws Error when the code fails for another reason
 */
export function mayListen(code: string, context: SubscribeContext): boolean {
  const util = {
    unauthorized() {
      throw new Unauthorized('Unauthorized');
    },
  };
  // AppSync provides the module and accepts no other import.
  const body = code.replace(/^import \{ util \} from '@aws-appsync\/utils';$/m, '').replace(/^export /gm, '');
  const sandbox = createContext({ util, ctx: context });
  try {
    new Script(`${body}\nonSubscribe(ctx);`).runInContext(sandbox, { timeout: 1_000 });
    return true;
  } catch (error) {
    if (error instanceof Unauthorized) return false;
    throw error;
  }
}
