// CloudFront Function, viewer request of pages and files.
// The URL of a page has no file name: /pricing and /pricing/ are /pricing/index.html in the bucket.
function handler(event) {
  const request = event.request;
  if (request.uri.endsWith('/index.html')) return redirect(request);
  const lastSegment = request.uri.split('/').pop();
  if (lastSegment === '') request.uri += 'index.html';
  else if (!lastSegment.includes('.')) request.uri += '/index.html';
  return request;
}

// A page has only one URL. Only one leading slash stays, because two would redirect to another
// site.
function redirect(request) {
  const path = request.uri.slice(0, -'index.html'.length).replace(/^[/\\]+/, '/');
  const query = [];
  for (const name in request.querystring) {
    const parameter = request.querystring[name];
    (parameter.multiValue || [parameter]).forEach((item) => {
      query.push(`${name}=${item.value}`);
    });
  }
  const location = query.length > 0 ? `${path}?${query.join('&')}` : path;
  return {
    statusCode: 301,
    statusDescription: 'Moved Permanently',
    headers: { location: { value: location } },
  };
}
