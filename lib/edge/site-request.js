// CloudFront Function, viewer request of pages and files.
// The URL of a page has no file name: /pricing and /pricing/ are /pricing/index.html in the bucket.
function handler(event) {
  const request = event.request;
  // For password managers: https://www.w3.org/TR/change-password-url/
  if (request.uri === '/.well-known/change-password') return redirect(request, 302, '/account', '');
  // Programs that check the links of emails write # as %23 or %2523, and some also encode = and &.
  const link = /^(.+?)%(?:25)*23(.*)$/.exec(request.uri);
  if (link) {
    const fragment = link[2].includes('=')
      ? link[2]
      : link[2]
          .replace(/%(25)+/g, '%')
          .replace(/%3d/gi, '=')
          .replace(/%26/g, '&');
    return redirect(request, 302, link[1], `#${fragment}`);
  }
  if (request.uri.endsWith('/index.html'))
    return redirect(request, 301, request.uri.slice(0, -'index.html'.length), '');
  const lastSegment = request.uri.split('/').pop();
  if (lastSegment === '') request.uri += 'index.html';
  else if (!lastSegment.includes('.')) request.uri += '/index.html';
  return request;
}

// A page has only one URL. Only one leading slash stays, because two would redirect to another
// site.
function redirect(request, statusCode, uri, fragment) {
  const path = uri.replace(/^[/\\]+/, '/');
  const query = [];
  for (const name in request.querystring) {
    const parameter = request.querystring[name];
    (parameter.multiValue || [parameter]).forEach((item) => {
      query.push(`${name}=${item.value}`);
    });
  }
  const search = query.length > 0 ? `?${query.join('&')}` : '';
  return {
    statusCode: statusCode,
    statusDescription: statusCode === 301 ? 'Moved Permanently' : 'Found',
    headers: { location: { value: path + search + fragment } },
  };
}
