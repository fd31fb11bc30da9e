// CloudFront Function, viewer request of everything that visitors read.
// A page's address has no file name: /pricing and /pricing/ are /pricing/index.html in the bucket.
function handler(event) {
  const request = event.request;
  const lastSegment = request.uri.split('/').pop();
  if (lastSegment === '') request.uri += 'index.html';
  else if (!lastSegment.includes('.')) request.uri += '/index.html';
  return request;
}
