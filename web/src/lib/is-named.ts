/** Whether it is an error with this name, which is how Amplify and Cognito tell errors apart. */
export function isNamed(error: unknown, name: string): error is Error {
  return error instanceof Error && error.name === name;
}
