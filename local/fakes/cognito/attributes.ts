import type { Account, Attribute, Attributes } from './account.ts';
import { invalidParameter, notAuthorized } from './cognito-error.ts';

/**
 * The standard attributes, without those that only Cognito writes.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-attributes.html
 */
const schema = new Set(
  (
    'address birthdate email family_name gender given_name locale middle_name name nickname phone_number picture ' +
    'preferred_username profile updated_at website zoneinfo'
  ).split(' '),
);

/** @throws CognitoError for an attribute that does not exist, or that the app client may not write */
export function checkAttributes(attributes: readonly Attribute[], writable: readonly string[]): void {
  for (const { Name } of attributes) {
    const isReserved = Name === 'sub' || Name.endsWith('_verified');
    if (!isReserved && !schema.has(Name)) {
      throw invalidParameter(`user.${Name}: Attribute does not exist in the schema.`);
    }
    if (isReserved || !writable.includes(Name)) {
      throw notAuthorized('A client attempted to write unauthorized attribute');
    }
  }
}

/** An empty value removes an attribute. */
export function changeAttributes(attributes: Attributes, changes: readonly Attribute[]): Attributes {
  const changed = { ...attributes };
  for (const { Name, Value } of changes) {
    if (Value === '') delete changed[Name];
    else changed[Name] = Value;
  }
  return changed;
}

export const listAttributes = ({ attributes }: Account): Attribute[] =>
  Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));

export const withVerifiedEmail = (account: Account, email: string): Account => ({
  ...account,
  attributes: { ...account.attributes, email, email_verified: 'true' },
});
