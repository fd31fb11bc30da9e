import { listenToDoorbell, type Ring } from './listen-to-doorbell.ts';
import { loadIdentityProvider } from './load-identity-provider.ts';
import { loadWebSettings } from './load-web-settings.ts';
import { currentSession } from './session.ts';

/** A page that is hidden for longer is not connected. */
const hiddenMs = 5 * 60_000;

interface ChannelListeners {
  /** The channel for the signed-in user. */
  channelOf: (userId: string) => string;
  /** Something has changed, or may have changed while there was no connection. */
  onRing: (ring: Ring) => void;
  onConnection?: (isConnected: boolean) => void;
}

export interface FollowedChannel {
  isConnected: () => boolean;
  stop: () => void;
}

/** Listens to a channel of the doorbell while the page is visible, and for five minutes after that. */
export function followChannel({ channelOf, onRing, onConnection }: ChannelListeners): FollowedChannel {
  let isConnected = false;
  let hasEnded = false;
  let disconnect: (() => void) | undefined;
  let isConnecting = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function connect(): Promise<void> {
    const userId = currentSession()?.userId;
    if (disconnect || isConnecting || !userId) return;
    isConnecting = true;
    // A page without settings has no doorbell.
    const { doorbell: settings } = await loadWebSettings().catch(() => ({ doorbell: undefined }));
    isConnecting = false;
    if (!settings || hasEnded || document.visibilityState !== 'visible') return;
    disconnect = listenToDoorbell({
      settings,
      channel: channelOf(userId),
      readToken,
      onRing,
      onConnection(connected) {
        isConnected = connected;
        if (!hasEnded) onConnection?.(connected);
      },
    });
  }

  function end(): void {
    disconnect?.();
    disconnect = undefined;
  }

  function changeVisibility(): void {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') void connect();
    else timer = setTimeout(end, hiddenMs);
  }

  document.addEventListener('visibilitychange', changeVisibility);
  changeVisibility();
  return {
    isConnected: () => isConnected,
    stop() {
      hasEnded = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', changeVisibility);
      end();
    },
  };
}

async function readToken(): Promise<string> {
  const { accessToken } = await loadIdentityProvider();
  const token = await accessToken();
  if (!token) throw new Error('Nobody is signed in.');
  return token;
}
