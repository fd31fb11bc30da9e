import { expect, test } from 'vitest';
import type { Channel, ReleaseManifest } from '../../../contract/records/release.ts';
import { publishedFiles } from './published-files.ts';
import { fileOf, manifestOf } from './test-release.ts';

const yaml = 'text/yaml; charset=utf-8';
const json = 'application/json';
const atom = 'application/atom+xml; charset=utf-8';

const filesFor = (...manifests: ReleaseManifest[]) =>
  publishedFiles(
    {
      releases: Object.fromEntries(
        manifests.map((manifest) => [manifest.version, { manifest, objects: {} }]),
      ),
    },
    'https://site.test',
  );

/** A release for all updaters: a Mac has a `.zip` for electron-updater and a signed `.tar.gz` for Tauri. */
function signed(version: string, channel: Channel): ReleaseManifest {
  const manifest = manifestOf(version, { channel });
  const updaterSignature = 'signed by us';
  for (const platform of ['mac-arm64', 'mac-x64'] as const) {
    const { updateArchive: installer = fileOf('App.zip') } = manifest.builds[platform];
    const updateArchive = { ...fileOf('App.tar.gz'), updaterSignature };
    manifest.builds[platform] = { ...manifest.builds[platform], installer, updateArchive };
  }
  manifest.builds['win-x64'].installer.updaterSignature = updaterSignature;
  return manifest;
}

/** The version that an updater reads from each of the files, if there is one. */
function versionsIn(files: ReturnType<typeof filesFor>): Record<string, string | undefined> {
  const versions = Object.entries(files).map(([key, { body }]) => [
    key,
    body && /^(?:version: | {2}"version": )"([\w.-]+)"/m.exec(body)?.[1],
  ]);
  return Object.fromEntries(versions);
}

test('publishes each channel under the file names that the updaters request', () => {
  const files = filesFor(signed('1.2.0', 'stable'), signed('1.3.0-beta.1', 'beta'));
  expect(versionsIn(files)).toMatchObject({
    'version.json': '1.2.0',
    'updates/latest.yml': '1.2.0',
    'updates/latest-mac.yml': '1.2.0',
    'updates/tauri-stable.json': '1.2.0',
    'updates/beta.yml': '1.3.0-beta.1',
    'updates/beta-mac.yml': '1.3.0-beta.1',
    'updates/tauri-beta.json': '1.3.0-beta.1',
  });
  expect(files['updates/latest.yml']?.body).toContain('.exe');
  expect(files['updates/latest-mac.yml']?.body).toContain('.zip');
  expect(JSON.parse(files['releases.json']?.body ?? '')).toHaveLength(2);
});

test('offers a release to the installations in its share, and to testers', () => {
  const previous = signed('1.2.0', 'stable');
  const next = signed('1.3.0', 'stable');
  const versions = (rollout: ReleaseManifest['rollout']) =>
    versionsIn(filesFor(previous, { ...next, ...(rollout ? { rollout } : {}) }));
  const of = (folder: string, version: string) => ({
    [`${folder}/latest.yml`]: version,
    [`${folder}/latest-mac.yml`]: version,
    [`${folder}/tauri-stable.json`]: version,
  });
  expect(versions({ share: 5 })).toMatchObject({
    ...of('updates/cohorts/1', '1.3.0'),
    ...of('updates/cohorts/5', '1.3.0'),
    ...of('updates/cohorts/20', '1.2.0'),
    ...of('updates/cohorts/50', '1.2.0'),
    ...of('updates', '1.2.0'),
    'version.json': '1.2.0',
    'updates/beta.yml': '1.3.0',
    'updates/tauri-beta.json': '1.3.0',
  });
  const all = (rollout: ReleaseManifest['rollout']) => [
    ...new Set(Object.values(versions(rollout)).filter(Boolean)),
  ];
  expect(all({ share: 50, haltedAt: '2026-12-01T10:00:00.000Z' })).toEqual(['1.2.0']);
  expect(all(undefined)).toEqual(['1.3.0']);
});

test('gives each file its media type', () => {
  const types = Object.entries(filesFor(manifestOf('1.2.0'))).map(([key, { contentType }]) => [
    key,
    contentType,
  ]);
  expect(Object.fromEntries(types)).toEqual({
    'version.json': json,
    'releases.json': json,
    'updates/latest.yml': yaml,
    'updates/latest-mac.yml': yaml,
    'updates/tauri-stable.json': json,
    'updates/beta.yml': yaml,
    'updates/beta-mac.yml': yaml,
    'updates/tauri-beta.json': json,
    'updates/record.atom': atom,
    'updates/record.json': json,
    ...Object.fromEntries(
      [1, 5, 20, 50].flatMap((cohort) => [
        [`updates/cohorts/${cohort}/latest.yml`, yaml],
        [`updates/cohorts/${cohort}/latest-mac.yml`, yaml],
        [`updates/cohorts/${cohort}/tauri-stable.json`, json],
      ]),
    ),
    'updates/releases.atom': atom,
    'updates/SHA256SUMS.txt': 'text/plain; charset=utf-8',
  });
});
