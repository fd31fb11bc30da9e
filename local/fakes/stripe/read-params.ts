import type { FormObject, FormValue } from './form-encoding.ts';
import { invalidRequest, missingParameter } from './stripe-error.ts';

/** @throws StripeError parameter_unknown */
export function checkKnownParams(params: FormObject, known: readonly string[]): void {
  for (const name of Object.keys(params)) {
    if (!known.includes(name)) {
      throw invalidRequest(`Received unknown parameter: ${name}`, name, 'parameter_unknown');
    }
  }
}

/** @throws StripeError parameter_invalid_empty, or without a code when it is not a text */
export function readText(params: FormObject, name: string, param = name): string | undefined {
  const value = params[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw invalidRequest('Invalid string', param);
  if (value === '') {
    throw invalidRequest(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; ` +
        `however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      param,
      'parameter_invalid_empty',
    );
  }
  return value;
}

/** @throws StripeError parameter_invalid_integer */
export function readInteger(
  params: FormObject,
  name: string,
  minimum: number,
  param = name,
): number | undefined {
  const text = readText(params, name, param);
  if (text === undefined) return undefined;
  if (!/^-?\d{1,15}$/.test(text)) {
    throw invalidRequest(`Invalid integer: ${text}`, param, 'parameter_invalid_integer');
  }
  if (Number(text) < minimum) {
    const message =
      minimum === 1 ? 'Invalid positive integer' : `This value must be greater than or equal to ${minimum}.`;
    throw invalidRequest(message, param, 'parameter_invalid_integer');
  }
  return Number(text);
}

/** @throws StripeError when it is neither `true` nor `false` */
export function readBoolean(params: FormObject, name: string): boolean | undefined {
  const text = readText(params, name);
  if (text === undefined) return undefined;
  if (text !== 'true' && text !== 'false') throw invalidRequest(`Invalid boolean: ${text}`, name);
  return text === 'true';
}

/** @throws StripeError when it is none of the choices */
export function readChoice<Choice extends string>(
  params: FormObject,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = readText(params, name);
  if (text === undefined) return undefined;
  const choice = choices.find((each) => each === text);
  if (!choice) throw invalidRequest(`Invalid ${name}: must be one of ${choices.join(', ')}`, name);
  return choice;
}

/** @throws StripeError url_invalid, because a link on the hosted page must not run a script */
export function readUrl(params: FormObject, name: string): string | undefined {
  const text = readText(params, name);
  if (text === undefined) return undefined;
  if (!/^https?:\/\/[^\s]+$/i.test(text) || !URL.canParse(text)) {
    throw invalidRequest('Not a valid URL', name, 'url_invalid');
  }
  return text;
}

/** @throws StripeError above 50 keys, 40 characters per key, or 500 characters per value */
export function readMetadata(params: FormObject, param = 'metadata'): Record<string, string> {
  return mergeMetadata({}, params, param);
}

/**
 * Merges the given keys into the current metadata. An empty value removes a key, and empty metadata removes
 * all keys.
 * @throws StripeError as `readMetadata`
 */
export function mergeMetadata(
  current: Record<string, string>,
  params: FormObject,
  param = 'metadata',
): Record<string, string> {
  const value = params.metadata;
  if (value === undefined) return current;
  if (value === '') return {};
  const metadata = { ...current };
  for (const [key, text] of Object.entries(asObject(value, param))) {
    if (typeof text !== 'string') throw invalidRequest('Metadata values must be strings', `${param}[${key}]`);
    if (key.length > 40) throw invalidRequest('Metadata keys can have up to 40 characters', param);
    if (text.length > 500) {
      throw invalidRequest(
        `Metadata values can have up to 500 characters, but you passed in a value that is ${text.length} characters.`,
        `${param}[${key}]`,
      );
    }
    if (text === '') delete metadata[key];
    else metadata[key] = text;
  }
  if (Object.keys(metadata).length > 50) throw invalidRequest('Metadata can have up to 50 keys', param);
  return metadata;
}

/** @throws StripeError when it is not a list */
export function readList(params: FormObject, name: string): FormValue[] {
  const value = params[name];
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw invalidRequest('Invalid array', name);
  return value;
}

export function readTexts(params: FormObject, name: string): string[] {
  return readList(params, name).map((value) => {
    if (typeof value !== 'string') throw invalidRequest('Invalid string', name);
    return value;
  });
}

/** @throws StripeError when it is not an object */
export function asObject(value: FormValue, param: string): FormObject {
  if (typeof value === 'object' && !Array.isArray(value)) return value;
  throw invalidRequest('Invalid object', param);
}

/** @throws StripeError parameter_missing */
export function requireParam<Value>(value: Value | undefined, param: string): Value {
  if (value === undefined) throw missingParameter(param);
  return value;
}
