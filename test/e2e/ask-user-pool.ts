/** Asks the user pool behind a site for what a person could do without our pages. @throws Error when it refuses */
export async function askUserPool(
  siteUrl: string,
  operation: string,
  request: object,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${siteUrl}/__local/cognito`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify(request),
  });
  if (!response.ok) throw new Error(`${operation}: ${response.status} ${await response.text()}`);
  return response.json() as Promise<Record<string, unknown>>;
}
