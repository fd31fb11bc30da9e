import { describe, expect, it } from 'vitest';
import { refuseWeakPassword } from './refuse-weak-password.ts';

describe('refuseWeakPassword', () => {
  it('requires twelve characters', async () => {
    await expect(refuseWeakPassword('Tr0ub4dor&3')).rejects.toThrow('Use at least 12 characters.');
  });

  it('refuses a common password', async () => {
    await expect(refuseWeakPassword('Password1234')).rejects.toThrow(/easy to guess.*Choose another/);
  });

  it('accepts twelve characters of any kind', async () => {
    await expect(refuseWeakPassword('hollow vines')).resolves.toBeUndefined();
  });
});
