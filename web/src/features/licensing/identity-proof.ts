import type { ComponentType } from 'react';
import type { Elements } from '../../components/elements.ts';

/** The form that asks for the password or a passkey before a sensitive action. The page of the account passes it on. */
export type IdentityProof = ComponentType<{
  submitLabel: string;
  closeLabel: string;
  onClose: () => void;
  /** The protected action, called with the fields by name. The form shows its error. */
  onProven: (fields: FormData) => Promise<void>;
  /** More fields, before the password. */
  children?: Elements;
}>;
