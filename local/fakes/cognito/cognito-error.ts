/** An error response with status 400. Any other exception is a bug of the fake. */
export class CognitoError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export const notAuthorized = (message: string) => new CognitoError('NotAuthorizedException', message);

/** The same for an unknown user and a wrong password, because PreventUserExistenceErrors is ENABLED. */
export const wrongCredentials = () => notAuthorized('Incorrect username or password.');

export const invalidAccessToken = () => notAuthorized('Invalid Access Token');

export const invalidParameter = (message: string) => new CognitoError('InvalidParameterException', message);

export const resourceNotFound = (message: string) => new CognitoError('ResourceNotFoundException', message);

export const userNotFound = () => new CognitoError('UserNotFoundException', 'User does not exist.');

export const emailTaken = (code: 'UsernameExistsException' | 'AliasExistsException') =>
  new CognitoError(code, 'An account with the given email already exists.');

export const codeMismatch = () =>
  new CognitoError('CodeMismatchException', 'Invalid verification code provided, please try again.');

export const codeExpired = () =>
  new CognitoError('ExpiredCodeException', 'Invalid code provided, please request a code again.');
