// CloudFront Function, viewer request of everything that visitors read.
// A page's address has no file name: /pricing and /pricing/ are /pricing/index.html in the bucket.
function handler(event) {
  const request = event.request;
  if (request.uri.endsWith('/index.html')) return redirect(request.uri.slice(0, -'index.html'.length));
  const lastSegment = request.uri.split('/').pop();
  if (lastSegment === '') request.uri += 'index.html';
  else if (!lastSegment.includes('.')) request.uri += '/index.html';
  return request;
}

// A page has one address only.
function redirect(uri) {
  return { statusCode: 301, statusDescription: 'Moved Permanently', headers: { location: { value: uri } } };
}
