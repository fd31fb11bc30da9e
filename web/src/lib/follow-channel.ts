import { type Doorbell, listenToDoorbell, type Ring } from './listen-to-doorbell.ts';
import { loadIdentityProvider } from './load-identity-provider.ts';
import { loadWebSettings } from './load-web-settings.ts';
import { currentSession } from './session.ts';

/** A page that is hidden for longer is disconnected. */
const hiddenMs = 5 * 60_000;
const askEveryMs = 60_000;
/** A page that opened within this time has just loaded its data. */
const freshMs = 10_000;
/** A message can get lost. */
const askConnectedEveryMs = 30 * 60_000;

interface ChannelListeners {
  /** The channel for the signed-in user. */
  channelOf: (userId: string) => string;
  /** Called when something has changed, or with an empty ring when something may have changed. */
  onRing: (ring: Ring) => void;
}

/**
 * Subscribes to a channel of the doorbell while the page is visible, and for five minutes after that. Also rings when
 * the page becomes visible or online, and regularly while it is both: once a minute without a connection. A page that
 * has just opened reads changes from before its connection a minute later, to avoid reading everything twice.
 * @returns a function that ends it
 */
export function followChannel({ channelOf, onRing }: ChannelListeners): () => void {
  const openedAtMs = Date.now();
  let isConnected = false;
  let hasEnded = false;
  let doorbell: Doorbell | undefined;
  let isConnecting = false;
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  let nextTimer: ReturnType<typeof setTimeout> | undefined;

  const isInUse = () => !hasEnded && document.visibilityState === 'visible' && navigator.onLine;

  async function connect(): Promise<void> {
    doorbell?.wake();
    if (doorbell || isConnecting || !currentSession()?.userId) return;
    isConnecting = true;
    // If the settings are missing, the next regular ring retries.
    const { doorbell: settings } = await loadWebSettings().catch(() => ({ doorbell: undefined }));
    isConnecting = false;
    if (!settings || !isInUse()) return;
    doorbell = listenToDoorbell({
      settings,
      readChannel: () => channelOf(currentSession()?.userId ?? ''),
      readToken,
      onRing(ring) {
        const isForConnection = ring.version === undefined;
        if (isForConnection && Date.now() - openedAtMs < freshMs) ringLater(askEveryMs);
        else onRing(ring);
      },
      onConnection(connected) {
        isConnected = connected;
        ringLater();
      },
    });
  }

  function ringLater(afterMs = isConnected ? askConnectedEveryMs : askEveryMs): void {
    clearTimeout(nextTimer);
    if (isInUse()) nextTimer = setTimeout(ringNow, afterMs);
  }

  function ringNow(): void {
    clearTimeout(hiddenTimer);
    ringLater();
    if (!isInUse()) return;
    void connect();
    onRing({});
  }

  function disconnect(): void {
    doorbell?.stop();
    doorbell = undefined;
  }

  function changeVisibility(): void {
    if (document.visibilityState === 'visible') ringNow();
    else {
      clearTimeout(nextTimer);
      hiddenTimer = setTimeout(disconnect, hiddenMs);
    }
  }

  document.addEventListener('visibilitychange', changeVisibility);
  window.addEventListener('online', ringNow);
  if (isInUse()) void connect();
  ringLater();
  return () => {
    hasEnded = true;
    clearTimeout(hiddenTimer);
    clearTimeout(nextTimer);
    document.removeEventListener('visibilitychange', changeVisibility);
    window.removeEventListener('online', ringNow);
    disconnect();
  };
}

async function readToken(): Promise<string> {
  const { accessToken } = await loadIdentityProvider();
  const token = await accessToken();
  if (!token) throw new Error('The doorbell needs a signed-in user.');
  return token;
}
