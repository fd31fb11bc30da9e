/**
 * Explains an error to the person who ran the command, because AWS's own messages for common errors
 * do not help.
 */
export function describeError(error: Error): string {
  const gone = 'Deploy the stack again, or check --stage.';
  switch (error.name) {
    case 'NoSuchBucket':
      return `A bucket of the stack does not exist. ${gone}`;
    case 'ResourceNotFoundException':
      return `A table, a function or the event bus of the stack does not exist. ${gone}`;
    case 'QueueDoesNotExist':
      return `A queue of the stack does not exist. ${gone}`;
    case 'CredentialsProviderError':
      return 'There are no AWS credentials. Sign in first: aws sso login, or set AWS_PROFILE.';
    case 'ExpiredToken':
    case 'ExpiredTokenException':
      return 'Your AWS credentials have expired. Sign in again: aws sso login.';
    case 'AccessDenied':
    case 'AccessDeniedException':
      return `Your AWS credentials do not allow this: ${error.message}`;
    default:
      // The message contains the name.
      if (hasCode(error, 'ENOTFOUND') || hasCode(error, 'EAI_AGAIN'))
        return `AWS cannot be reached. Check your connection. (${error.message})`;
      return hasCode(error, 'ECONNREFUSED')
        ? 'The local cloud does not answer. Read its output, or start it again: npm start'
        : error.message;
  }
}

function hasCode(error: Error, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
