// CloudFront Function, viewer request of /updates/*. It leads an installation to the manifests of
// its cohort, which publishRelease writes. The cohort follows from the random id that the app
// sends, so an installation never changes it, and the edge needs no state.
const crypto = require('crypto');

const partialShares = []; // filled in by lib/delivery.ts, in percent
const manifest = /^\/updates\/(latest\.yml|latest-mac\.yml|tauri-stable\.json)$/;
// RFC 9562. electron-updater creates one by itself.
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function handler(event) {
  const request = event.request;
  const name = manifest.exec(request.uri);
  const header = request.headers['x-user-staging-id'];
  const id = header ? header.value.toLowerCase() : '';
  if (!name || !uuid.test(id)) return request;
  // The first 32 bits, because the ids themselves are not evenly distributed.
  const hash = crypto.createHash('sha256').update(id).digest('hex').slice(0, 8);
  const percent = (parseInt(hash, 16) / 4294967296) * 100;
  const cohort = partialShares.find((share) => percent < share);
  // The others get the file at the path itself.
  if (cohort) request.uri = `/updates/cohorts/${cohort}/${name[1]}`;
  return request;
}
