// CloudFront Function, viewer request of /media/*: the bucket's keys do not repeat the path it is mounted on.
function handler(event) {
  const request = event.request;
  request.uri = request.uri.replace(/^\/media/, '');
  return request;
}
