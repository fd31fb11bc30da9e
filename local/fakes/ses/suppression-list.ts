import { join } from 'node:path';
import { readIfThere } from '../../files/read-if-there.ts';
import { writeDurably } from '../../files/write-durably.ts';

/** Why SES suppresses an address. */
export type SuppressionReason = 'BOUNCE' | 'COMPLAINT';

/** The suppressed addresses in lower case. */
export type Suppressed = Record<string, SuppressionReason>;

/** SES ignores the case of addresses. */
export const normalizeAddress = (address: string) => address.trim().toLowerCase();

export function openSuppressionList(dir: string) {
  const file = join(dir, 'suppression-list');
  const read = async (): Promise<Suppressed> => JSON.parse((await readIfThere(file)) ?? '{}');
  /** Runs one change after another, because each reads the result of the previous one. */
  let lastChange: Promise<unknown> = Promise.resolve();
  function change(edit: (list: Suppressed) => void): Promise<void> {
    const done = lastChange.then(async () => {
      const list = await read();
      edit(list);
      await writeDurably(file, JSON.stringify(list, null, 2));
    });
    lastChange = done.catch(() => {});
    return done;
  }

  return {
    read,

    add: (address: string, reason: SuppressionReason) =>
      change((list) => {
        list[normalizeAddress(address)] = reason;
      }),

    /** @returns false when the address is not on the list */
    async remove(address: string): Promise<boolean> {
      const isListed = normalizeAddress(address) in (await read());
      if (isListed) {
        await change((list) => {
          delete list[normalizeAddress(address)];
        });
      }
      return isListed;
    },
  };
}
