// CloudFront Function, viewer request of builds and resources. CloudFront verifies the signature of
// the link, which includes `until`, and this function refuses the link after that time. The order of
// the two checks does not matter, because a request must pass both.
function handler(event) {
  const request = event.request;
  const until = request.querystring.until ? request.querystring.until.value : '0';
  if (Number(until) * 1000 > Date.now()) return request;
  const accept = request.headers.accept ? request.headers.accept.value : '';
  // A browser that resumes a download would continue the file with the page.
  if (!accept.includes('text/html') || request.headers.range) return refuse();
  const path = request.uri.startsWith('/resources/') ? '/resources' : '/download';
  return {
    statusCode: 302,
    statusDescription: 'Found',
    headers: { location: { value: `${path}?link=expired` }, 'cache-control': { value: 'no-store' } },
  };
}

function refuse() {
  return {
    statusCode: 403,
    statusDescription: 'Forbidden',
    headers: {
      'content-type': { value: 'text/plain; charset=utf-8' },
      'cache-control': { value: 'no-store' },
    },
    body: { encoding: 'text', data: 'This link has expired. Start the download again from the beginning.\n' },
  };
}
