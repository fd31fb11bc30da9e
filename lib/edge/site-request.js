// CloudFront Function, viewer request of everything that visitors read.
// A page's address has no file name: /pricing and /pricing/ are /pricing/index.html in the bucket.
function handler(event) {
  const request = event.request;
  if (request.uri.endsWith('/index.html')) return redirect(request);
  const lastSegment = request.uri.split('/').pop();
  if (lastSegment === '') request.uri += 'index.html';
  else if (!lastSegment.includes('.')) request.uri += '/index.html';
  return request;
}

// A page has one address only. Of several slashes at the beginning one stays: two would lead to another site.
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
