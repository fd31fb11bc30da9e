// @vitest-environment jsdom
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { callApi } from '../lib/call-api.ts';
import { leaveSite } from '../lib/leave-site.ts';
import { logQuietly } from '../lib/log-quietly.ts';
import { rememberSession } from '../lib/session.ts';
import { press } from '../lib/test-page.tsx';
import DownloadPage from './download.tsx';

vi.mock('../lib/call-api.ts');
vi.mock('../lib/leave-site.ts');
vi.mock('../lib/log-quietly.ts');

const build = {
  fileName: 'App.exe',
  sizeInBytes: 84_213_760,
  sha256: 'ab'.repeat(32),
  minimumSystem: 'Windows 10, version 1809',
};
const current = {
  version: '1.2.3',
  date: '2025-07-18T00:00:00Z',
  builds: { 'mac-arm64': build, 'mac-x64': build, 'win-x64': build },
};

async function show(url = '/download') {
  render(
    <MemoryRouter initialEntries={[url]}>
      <DownloadPage />
    </MemoryRouter>,
  );
  await act(async () => {});
}

beforeEach(() => {
  vi.resetAllMocks();
  // jsdom does not scroll.
  Element.prototype.scrollIntoView = vi.fn();
  vi.stubGlobal('fetch', async (path: string) => Response.json(path === '/releases.json' ? [] : current));
  rememberSession({ email: 'ana@example.test', groups: ['paid'], endsAtMs: Date.now() + 60_000 });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('DownloadPage', () => {
  it('explains an expired link only if one led here', async () => {
    await show('/download?link=expired');
    expect(screen.getByText(/This link to a file has expired/)).toBeTruthy();
    cleanup();
    await show('/download?link=other');
    expect(screen.queryByText(/has expired/)).toBeNull();
  });

  it('names the license file as the next step', async () => {
    await show();
    expect(screen.getByRole('link', { name: 'your license file' }).getAttribute('href')).toBe(
      '/account?tab=license',
    );
  });

  it('prompts signed-out visitors to log in', async () => {
    localStorage.clear();
    await show();

    expect(screen.getByText('Log in to access downloads')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe(
      '/auth?returnTo=%2Fdownload',
    );
  });

  it('shows the builds to everyone', async () => {
    localStorage.clear();
    await show();

    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings.slice(0, 3)).toEqual([
      'Mac with Apple silicon',
      'Mac with Intel processor',
      'Windows (64-bit)',
    ]);
  });

  it('shows phones and tablets that they are not supported', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (iPhone) Mobile', maxTouchPoints: 5 });
    await show();

    expect(screen.getByText(/Only Mac or Windows is supported/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Download for Windows' })).toBeNull();
  });

  it.each([
    ['Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 0, true],
    [
      'ChromeOS',
      'Mozilla/5.0 (X11; CrOS x86_64 16181.0.0) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36',
      0,
      true,
    ],
    [
      'an Android tablet that asks for pages of a desktop',
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36',
      5,
      true,
    ],
    [
      'an iPad',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15',
      5,
      false,
    ],
    [
      'an Android tablet',
      'Mozilla/5.0 (Linux; Android 15; Pixel Tablet) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36',
      5,
      false,
    ],
  ])('says on %s that only Mac or Windows is supported', async (_, userAgent, maxTouchPoints, isOffered) => {
    vi.stubGlobal('navigator', { userAgent, maxTouchPoints });
    await show();
    expect(screen.getAllByText(/Only Mac or Windows is supported/)).toHaveLength(1);
    expect(screen.queryAllByRole('button', { name: 'Download for Windows' })).toHaveLength(isOffered ? 1 : 0);
  });

  it.each([
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15',
  ])('says nothing about the system to %s', async (userAgent) => {
    vi.stubGlobal('navigator', { userAgent, maxTouchPoints: 0 });
    await show();
    expect(screen.queryByText(/Only Mac or Windows is supported/)).toBeNull();
  });

  it('opens the server’s link for the platform and the shown version', async () => {
    const url = 'https://files.example/lorewright.exe';
    vi.mocked(callApi).mockResolvedValue({
      url,
      fileName: 'lorewright.exe',
      version: '1.2.3',
      sizeInBytes: 1,
    });
    await show();
    await press('Download for Windows');

    expect(callApi).toHaveBeenCalledWith('download', { platform: 'win-x64', version: '1.2.3' });
    expect(leaveSite).toHaveBeenCalledWith(url);
  });

  it('shows the details of each build', async () => {
    localStorage.clear();
    await show();

    for (const fact of [
      '1.2.3',
      'July 18, 2025',
      '84.2 MB',
      'Windows 10, version 1809 or later',
      build.sha256,
    ])
      expect(screen.getAllByText(fact)).toHaveLength(3);
  });

  it('names the publisher of each build, and the reason of one that is not signed', async () => {
    const signed = {
      ...build,
      signature: { publisher: 'Example Company', signedAt: '2025-07-17T10:00:00Z' },
      evidence: [{ fileName: 'App (1).cdx.json', kind: 'sbom', sha256: 'cd'.repeat(32) }],
    };
    const release = {
      ...current,
      unsigned: 'The certificate for Macs has not arrived.',
      builds: { 'mac-arm64': build, 'mac-x64': build, 'win-x64': signed },
    };
    const older = { ...release, version: '1.2.2', channel: 'stable', isYanked: false };
    vi.stubGlobal('fetch', async (path: string) =>
      Response.json(path === '/releases.json' ? [release, older] : release),
    );
    await show();

    expect(screen.getByText('Example Company, signed July 17, 2025')).toBeTruthy();
    expect(screen.getAllByText('Not signed. The certificate for Macs has not arrived.')).toHaveLength(2);
    expect(
      screen.getByText('84.2 MB, Windows 10, version 1809 or later. Example Company, signed July 17, 2025'),
    ).toBeTruthy();
    const links = screen.getAllByRole('link', { name: 'What it contains (SBOM)', hidden: true });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/updates/evidence/1.2.3/win-x64/App%20(1).cdx.json',
    ]);
  });

  it('demands no publisher or check by Apple of a build that is not signed', async () => {
    const signature = { publisher: 'Example Company', signedAt: '2025-07-17T10:00:00Z' };
    const unsigned = 'The certificate has not arrived.';
    const demands = () => ({
      mac: screen.queryByText(/macOS must say that Apple checked it/) !== null,
      windows: screen.queryByText(/the publisher must read/) !== null,
    });
    const withSigned = async (signed: string[], change: object) => {
      cleanup();
      const builds = Object.fromEntries(
        Object.keys(current.builds).map((key) => [
          key,
          signed.includes(key) ? { ...build, signature } : build,
        ]),
      );
      vi.stubGlobal('fetch', async (path: string) =>
        Response.json(path === '/releases.json' ? [] : { ...current, ...change, builds }),
      );
      await show();
      return demands();
    };
    expect(await withSigned(['win-x64'], { unsigned })).toEqual({ mac: false, windows: true });
    expect(screen.getByText(/Version 1.2.3 is not signed for Macs/)).toBeTruthy();
    expect(await withSigned(['mac-arm64'], { unsigned })).toEqual({ mac: false, windows: false });
    expect(screen.getByText(/Version 1.2.3 is not signed for Windows/)).toBeTruthy();
    expect(await withSigned(['mac-arm64', 'mac-x64'], { unsigned })).toEqual({ mac: true, windows: false });
    expect(await withSigned([], {})).toEqual({ mac: true, windows: true });
  });

  it('says at an older version where its signature differs from the guide', async () => {
    const unsigned = 'The certificate has not arrived.';
    const signature = { publisher: 'Example Company', signedAt: '2025-07-17T10:00:00Z' };
    const older = { ...current, version: '1.2.2', channel: 'stable', isYanked: false };
    const builds = {
      ...current.builds,
      'mac-arm64': { ...build, signature },
      'mac-x64': { ...build, signature },
    };
    const others = [
      { ...older, unsigned, builds },
      { ...older, version: '1.2.1' },
    ];
    vi.stubGlobal('fetch', async (path: string) =>
      Response.json(path === '/releases.json' ? others : current),
    );
    await show();
    const advice = screen.getAllByText(/is not signed for|must say that Apple|the publisher must read/);
    expect(
      advice.map((sentence) => sentence.closest('section')?.querySelector('h3, h2')?.textContent.trim()),
    ).toEqual(['1.2.2', 'How to install it', 'How to install it']);
    expect(advice[0]?.textContent).toContain('Version 1.2.2 is not signed for Windows');
  });

  it('says that there is no version when each is withdrawn', async () => {
    const withdrawn = { ...current, channel: 'stable', isYanked: true };
    vi.stubGlobal('fetch', async (path: string) =>
      path === '/releases.json' ? Response.json([withdrawn]) : new Response('', { status: 404 }),
    );
    for (const isSignedIn of [true, false]) {
      if (!isSignedIn) localStorage.clear();
      await show();
      expect(screen.getByText(/There is no version to download at the moment/)).toBeTruthy();
      expect(screen.queryByText('Publisher')).toBeNull();
      expect(screen.queryByRole('button', { name: /^Download for/ })).toBeNull();
      expect(screen.getByText('Withdrawn. The next version fixes the problem.')).toBeTruthy();
      cleanup();
    }
    expect(logQuietly).not.toHaveBeenCalled();
  });

  it('tells nobody to click a warning away', async () => {
    await show();

    expect(screen.getByText(/the publisher must read “Example Company”/)).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/run anyway|open anyway|more info/i);
  });

  it('shows a failure on the card that was pressed', async () => {
    vi.mocked(callApi).mockRejectedValue(new ApiError('permission-denied', 'This needs a license.'));
    await show();
    await press('Download for Windows');

    const card = screen.getByRole('button', { name: 'Download for Windows' }).closest('li') as HTMLElement;
    expect(within(card).getByRole('alert').textContent).toBe('This needs a license.');
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });

  it('still shows a failure when the version arrives after it', async () => {
    const version = Promise.withResolvers<Response>();
    vi.stubGlobal('fetch', (path: string) =>
      path === '/releases.json' ? Promise.resolve(Response.json([])) : version.promise,
    );
    vi.mocked(callApi).mockRejectedValue(new ApiError('unavailable', 'Try again.'));
    await show();
    await press('Download for Windows');
    expect(callApi).toHaveBeenCalledWith('download', { platform: 'win-x64' });
    expect(screen.getByRole('alert').textContent).toBe('Try again.');

    await act(async () => version.resolve(Response.json(current)));
    expect(screen.getAllByText('1.2.3')).toHaveLength(3);
    expect(screen.getByRole('alert').textContent).toBe('Try again.');
  });

  it('marks the platform in the URL without claims about the computer', async () => {
    await show('/download?platform=mac-x64');

    expect(screen.queryByText('Suggested for your computer')).toBeNull();
    expect(screen.getByText('Named in the link that you opened').parentElement?.textContent).toMatch(
      'Download for Mac (Intel)',
    );
  });

  it.each([
    ['signed out', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 1],
    ['on a phone, which has none', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile', 0],
  ])('marks the build for the computer of visitors who are %s', async (_, userAgent, count) => {
    localStorage.clear();
    vi.stubGlobal('navigator', { userAgent, maxTouchPoints: 0 });
    await show();

    expect(screen.queryAllByText(/^(Suggested for|Right for)/)).toHaveLength(count);
  });

  it('reports that the other versions cannot be read', async () => {
    vi.stubGlobal('fetch', async (path: string) =>
      path === '/releases.json' ? new Response('no', { status: 503 }) : Response.json(current),
    );
    await show();

    expect(screen.getByText('Other versions')).toBeTruthy();
    expect(screen.getByText(/The other versions could not be loaded/)).toBeTruthy();
  });

  it('reports that the current version cannot be read', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('offline');
    });
    await show();
    expect(screen.getByText(/^The current version could not be loaded/)).toBeTruthy();
  });

  it('shows no other versions when there are none', async () => {
    await show();

    expect(screen.queryByText('Other versions')).toBeNull();
  });

  it('only logs that the version is unknown', async () => {
    vi.stubGlobal('fetch', async () => new Response('no', { status: 503 }));
    await show();

    expect(logQuietly).toHaveBeenCalled();
    expect(screen.queryByText('1.2.3')).toBeNull();
    expect(screen.getAllByRole('button', { name: /^Download for/ })).toHaveLength(3);
  });
});
