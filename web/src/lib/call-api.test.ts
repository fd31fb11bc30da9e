import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callApi, readIfChanged } from './call-api.ts';

const identity = vi.hoisted(() => ({ accessToken: vi.fn(), signOut: vi.fn() }));
vi.mock('./identity-provider.ts', () => identity);

const fetchSpy = vi.fn<typeof fetch>();

function answer(body: unknown, status = 200) {
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
}

function sentRequest(index = 0) {
  const [path, init] = fetchSpy.mock.calls[index] ?? [];
  return { path, ...init };
}

beforeEach(() => {
  vi.stubGlobal('fetch', fetchSpy);
  identity.accessToken.mockResolvedValue('token-1');
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  fetchSpy.mockReset();
  identity.accessToken.mockReset();
  identity.signOut.mockReset();
});

describe('callApi', () => {
  it('sends the data in the envelope with the access token, and returns the result', async () => {
    const result = {
      url: 'https://files.example/a.dmg',
      fileName: 'a.dmg',
      version: '1.0.0',
      sizeInBytes: 1,
    };
    fetchSpy.mockResolvedValue(answer({ result }));

    expect(await callApi('download', { platform: 'mac-x64' })).toEqual(result);
    expect(sentRequest()).toMatchObject({
      path: '/api/download',
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer token-1' },
      body: '{"data":{"platform":"mac-x64"}}',
    });
  });

  it('sends a GET without a body, and accepts data instead of result', async () => {
    fetchSpy.mockResolvedValue(answer({ data: { userId: 'u1' } }));

    expect(await callApi('me')).toEqual({ userId: 'u1' });
    expect(sentRequest()).toMatchObject({ path: '/api/me', method: 'GET', body: null });
  });

  it('works without the identity provider for public operations', async () => {
    fetchSpy.mockResolvedValue(answer({ result: {} }));

    await callApi('referralImpression', { referralCode: 'abc' });

    expect(identity.accessToken).not.toHaveBeenCalled();
    expect(sentRequest().headers).not.toHaveProperty('Authorization');
  });

  it('throws the server’s error', async () => {
    const error = { status: 'aborted', message: 'You already have a license.', details: { since: '2025' } };
    fetchSpy.mockResolvedValue(answer({ error }, 409));

    await expect(callApi('me')).rejects.toMatchObject({
      code: 'aborted',
      message: 'You already have a license.',
      details: { since: '2025' },
    });
  });

  it.each([
    [404, 'not-found'],
    [503, 'unavailable'],
    [418, 'unknown'],
  ])('maps the status %i to %s when the body is not ours', async (status, code) => {
    fetchSpy.mockResolvedValue(answer('<!doctype html>', status));

    await expect(callApi('me')).rejects.toMatchObject({ code });
  });

  it.each([
    ['<!doctype html>', 'Response is not valid JSON object'],
    ['[1]', 'Response is not valid JSON object'],
    ['{"other":1}', 'Response is missing data field'],
  ])('reports a malformed success: %s', async (body, message) => {
    fetchSpy.mockResolvedValue(answer(body));

    await expect(callApi('me')).rejects.toMatchObject({ code: 'internal', message });
  });

  it('gives up after 70 seconds', async () => {
    vi.useFakeTimers();
    fetchSpy.mockImplementation(
      (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        }),
    );
    const call = callApi('referralImpression', { referralCode: 'abc' });
    const settled = vi.fn();
    call.catch(settled);

    await vi.advanceTimersByTimeAsync(69_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);

    await expect(call).rejects.toMatchObject({ code: 'deadline-exceeded' });
  });

  it('reports a broken connection as unavailable', async () => {
    fetchSpy.mockRejectedValue(new TypeError('Failed to fetch'));

    await expect(callApi('me')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('does not call without a sign-in', async () => {
    identity.accessToken.mockResolvedValue(null);

    await expect(callApi('me')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(fetchSpy).not.toHaveBeenCalled();
  });

  it('renews a refused token once and retries', async () => {
    identity.accessToken.mockResolvedValueOnce('token-1').mockResolvedValueOnce('token-2');
    fetchSpy.mockResolvedValueOnce(answer({ message: 'Unauthorized' }, 401));
    fetchSpy.mockResolvedValueOnce(answer({ result: { userId: 'u1' } }));

    expect(await callApi('me')).toEqual({ userId: 'u1' });
    expect(identity.accessToken).toHaveBeenLastCalledWith({ forceRefresh: true });
    expect(sentRequest(1).headers).toMatchObject({ Authorization: 'Bearer token-2' });
    expect(identity.signOut).not.toHaveBeenCalled();
  });

  it('signs out when the renewed token is refused too', async () => {
    fetchSpy.mockImplementation(async () => answer({ message: 'Unauthorized' }, 401));

    await expect(callApi('me')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(fetchSpy).toHaveBeenCalledTimes(2);
    expect(identity.signOut).toHaveBeenCalledOnce();
  });
});

describe('readIfChanged', () => {
  const versioned = (body: unknown, version: string) =>
    new Response(JSON.stringify(body), { headers: { ETag: version } });

  it('returns the value with its version', async () => {
    fetchSpy.mockResolvedValue(versioned({ result: { userId: 'u1' } }, '"v1"'));

    expect(await readIfChanged('me', null)).toEqual({ result: { userId: 'u1' }, version: '"v1"' });
    expect(sentRequest().headers).not.toHaveProperty('If-None-Match');
  });

  it('returns null when the known version is still the newest', async () => {
    fetchSpy.mockResolvedValue(new Response(null, { status: 304 }));

    expect(await readIfChanged('me', '"v1"')).toBeNull();
    expect(sentRequest().headers).toMatchObject({
      'If-None-Match': '"v1"',
      Authorization: 'Bearer token-1',
    });
  });

  it('returns the newer version', async () => {
    fetchSpy.mockResolvedValue(versioned({ result: { userId: 'u1' } }, 'W/"v2"'));

    expect(await readIfChanged('me', '"v1"')).toEqual({ result: { userId: 'u1' }, version: 'W/"v2"' });
  });

  it('treats an unrequested 304 as a failure', async () => {
    fetchSpy.mockResolvedValue(new Response(null, { status: 304 }));

    await expect(readIfChanged('me', null)).rejects.toMatchObject({ code: 'unknown' });
  });

  it('requests the same version with a renewed token', async () => {
    identity.accessToken.mockResolvedValueOnce('token-1').mockResolvedValueOnce('token-2');
    fetchSpy.mockResolvedValueOnce(answer({ message: 'Unauthorized' }, 401));
    fetchSpy.mockResolvedValueOnce(new Response(null, { status: 304 }));

    expect(await readIfChanged('me', '"v1"')).toBeNull();
    expect(sentRequest(1).headers).toMatchObject({
      'If-None-Match': '"v1"',
      Authorization: 'Bearer token-2',
    });
  });
});
