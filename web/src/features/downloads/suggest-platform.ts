import type { Platform } from '../../../../contract/rules/platforms.ts';

export interface Suggestion {
  platform: Platform;
  /** `guess` where the browser does not reveal a Mac's processor, `link` where the address names the platform. */
  because: 'computer' | 'guess' | 'link';
}

/** Chromium's browsers have this API; others do not. */
interface UserAgentData {
  platform: string;
  getHighEntropyValues(hints: string[]): Promise<{ architecture?: string }>;
}

/**
 * The build for this computer; null where there is none, or the browser does not reveal its
 * platform. Macs have had Apple's processors since 2020, so those are the guess where the browser
 * does not reveal it.
 * @see https://developer.mozilla.org/docs/Web/API/NavigatorUAData/getHighEntropyValues
 */
export async function suggestPlatform(
  browser: Pick<Navigator, 'userAgent'> & { userAgentData?: UserAgentData },
): Promise<Suggestion | null> {
  const { userAgent, userAgentData } = browser;
  const system = userAgentData?.platform ?? userAgent;
  if (/Windows/.test(system)) return { platform: 'win-x64', because: 'computer' };
  if (!/mac/i.test(system)) return null;
  const architecture = await userAgentData
    ?.getHighEntropyValues(['architecture'])
    .then((values) => values.architecture)
    .catch(() => undefined);
  if (architecture === 'x86') return { platform: 'mac-x64', because: 'computer' };
  return { platform: 'mac-arm64', because: architecture === 'arm' ? 'computer' : 'guess' };
}
