// CloudFront Function, viewer request of /api/*. It says from which address a request comes: the API itself sees only CloudFront's.
// And it spares the API requests that can only be refused, and answers them in the shape of our own errors, which API Gateway's
// authorizer cannot. It verifies nothing: signature, issuer and audience are the authorizer's to check.
const pathsForUsers = []; // filled in by lib/delivery.ts
// While the site is read-only, what changes something is not even asked of the API. Stripe sends its events again, for three days.
const pathsThatWait = []; // filled in by lib/delivery.ts
const readOnly = {}; // filled in by lib/delivery.ts

function handler(event) {
  const request = event.request;
  // Always set, so that nobody can send one of their own.
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  if (request.uri === '/api/oneClickUnsubscribe' && request.method === 'GET')
    return showUnsubscribePage(request);
  if (isAmong(pathsThatWait, request.uri)) return refuseForNow();
  if (!isAmong(pathsForUsers, request.uri)) return request;
  const header = request.headers.authorization;
  const claims = header ? readClaims(header.value) : undefined;
  if (!claims || claims.token_use !== 'access') return refuse('Please sign in to continue.');
  if (!(claims.exp * 1000 > Date.now())) return refuse('Your session has expired. Please sign in again.');
  return request;
}

// CloudFront passes a path on as it was sent, and what stands behind it may read "%63heckout" as "checkout".
function isAmong(paths, sentUri) {
  const uri = decode(sentUri);
  return paths.some((path) => (path.endsWith('/') ? uri.startsWith(path) : uri === path));
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch (_error) {
    return text;
  }
}

// Mail programs that do not know one click open the address as a page.
function showUnsubscribePage(request) {
  const token = request.querystring.token ? request.querystring.token.value : '';
  return {
    statusCode: 303,
    statusDescription: 'See Other',
    headers: {
      location: { value: `/unsubscribe#token=${token}` },
      'cache-control': { value: 'no-store' },
    },
  };
}

function readClaims(authorization) {
  const match = /^Bearer [\w-]+\.([\w-]+)\.[\w-]+$/i.exec(authorization);
  if (!match) return undefined;
  try {
    const claims = JSON.parse(Buffer.from(match[1], 'base64url').toString());
    return typeof claims === 'object' && claims !== null ? claims : undefined;
  } catch (_error) {
    return undefined;
  }
}

function refuse(message) {
  return fail(401, 'Unauthorized', { status: 'unauthenticated', message: message });
}

function refuseForNow() {
  const answer = fail(503, 'Service Unavailable', { status: 'unavailable', message: readOnly.message });
  answer.headers['retry-after'] = { value: String(readOnly.retryAfterSeconds) };
  return answer;
}

function fail(statusCode, statusDescription, error) {
  return {
    statusCode: statusCode,
    statusDescription: statusDescription,
    headers: {
      'content-type': { value: 'application/json; charset=utf-8' },
      'cache-control': { value: 'no-store' },
    },
    body: { encoding: 'text', data: JSON.stringify({ error: error }) },
  };
}
