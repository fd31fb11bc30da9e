/**
 * Calls the user pool behind a site as people can without our pages.
 * @throws Error with the user pool's error name when it refuses, such as `NotAuthorizedException`
 */
export async function askUserPool<Answer extends object>(
  siteUrl: string,
  operation: string,
  request: object,
): Promise<Answer> {
  const response = await fetch(`${siteUrl}/__local/cognito`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify(request),
  });
  const answer = await response.json();
  if (!response.ok) {
    const error = new Error(`${operation}: ${answer.message}`);
    error.name = answer.__type;
    throw error;
  }
  return answer;
}
