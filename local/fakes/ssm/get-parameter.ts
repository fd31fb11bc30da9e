export interface ParameterAnswer {
  status: 200 | 400;
  body: object;
}

/**
 * Answers `GetParameter`.
 * @param parameters the values by name
 */
export function getParameter(
  parameters: Readonly<Record<string, string>>,
  { Name: name = '' }: { Name?: string },
): ParameterAnswer {
  const value = parameters[name];
  if (value === undefined) return { status: 400, body: { __type: 'ParameterNotFound' } };
  return { status: 200, body: { Parameter: { Name: name, Type: 'String', Value: value, Version: 1 } } };
}
