// CloudFront Function, viewer request of /media/*: the bucket's keys do not repeat the path it is
// mounted on.
function handler(event) {
  const request = event.request;
  request.uri = request.uri.replace(/^\/media/, '');
  // A folder has no page. S3 would answer "/" with a list of the bucket.
  if (request.uri.endsWith('/')) request.uri += 'index.html';
  return request;
}
