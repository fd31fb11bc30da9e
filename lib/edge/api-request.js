// CloudFront Function, viewer request of /api/*. It adds the address of the viewer, because the API
// sees only CloudFront's. It rejects requests that the API can only reject, in the shape of our
// errors, which API Gateway does not use. It verifies nothing: the authorizer, or the function for
// updaters, checks signature, issuer and audience.
const operations = []; // filled in by lib/delivery.ts, such as "POST /api/me token refused"
// While the site is read-only, the edge rejects operations that change data. Stripe retries its
// events for three days.
const readOnly = {}; // filled in by lib/delivery.ts
const licenseRequired = ''; // filled in by lib/delivery.ts

function handler(event) {
  const request = event.request;
  // Always set, so that a caller cannot forge it.
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  if (request.uri === '/api/oneClickUnsubscribe' && request.method === 'GET')
    return showUnsubscribePage(request);
  const named = operations.map(readOperation).filter((operation) => isAt(operation.path, request.uri));
  if (named.length === 0) return fail(404, 'Not Found', 'not-found', 'There is no such operation.');
  const operation = named.find((one) => one.method === request.method);
  if (!operation) {
    const methods = named.map((one) => one.method).join(' or ');
    return fail(400, 'Bad Request', 'invalid-argument', `Please use ${methods} for this operation.`);
  }
  if (operation.isRefusedForNow) return refuseForNow();
  if (!operation.needsAuthorization) return request;
  const header = request.headers.authorization;
  if (operation.takesLicense && header && /^License ./i.test(header.value)) return request;
  const claims = header ? readClaims(header.value) : undefined;
  if (!claims || claims.token_use !== 'access') {
    return refuse(operation.takesLicense ? licenseRequired : 'Please sign in to continue.');
  }
  if (!(claims.exp * 1000 > Date.now())) return refuse('Your session has expired. Please sign in again.');
  return request;
}

function readOperation(text) {
  const words = text.split(' ');
  return {
    method: words[0],
    path: words[1],
    needsAuthorization: words.includes('token'),
    takesLicense: words.includes('license'),
    isRefusedForNow: words.includes('refused'),
  };
}

// Compares the path as the browser sent it: an encoded path such as "/api/%63heckout" matches no
// operation.
function isAt(path, uri) {
  return path.endsWith('/') ? uri.startsWith(path) : uri === path;
}

// Email programs without one-click unsubscribing open the URL as a page.
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
  return fail(401, 'Unauthorized', 'unauthenticated', message);
}

function refuseForNow() {
  const answer = fail(503, 'Service Unavailable', 'unavailable', readOnly.message);
  answer.headers['retry-after'] = { value: String(readOnly.retryAfterSeconds) };
  return answer;
}

function fail(statusCode, statusDescription, status, message) {
  return {
    statusCode: statusCode,
    statusDescription: statusDescription,
    headers: {
      'content-type': { value: 'application/json; charset=utf-8' },
      'cache-control': { value: 'no-store' },
    },
    body: { encoding: 'text', data: JSON.stringify({ error: { status: status, message: message } }) },
  };
}
