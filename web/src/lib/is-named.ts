/** Whether it is an error with this name, by which Amplify and Cognito distinguish errors. */
export function isNamed(error: unknown, name: string): error is Error {
  return error instanceof Error && error.name === name;
}
