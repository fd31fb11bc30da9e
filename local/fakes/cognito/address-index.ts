/** The accounts by address, so that a sign-in or a search by prefix does not read all accounts. */
export function indexAddresses(accounts: Iterable<readonly [username: string, address: string]>) {
  const usernames = new Map<string, string>();
  for (const [username, address] of accounts) usernames.set(address, username);
  const sorted = [...usernames.keys()].sort();

  /** The position of the first address that is not before this one. */
  function positionOf(address: string): number {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sorted[middle] ?? '') < address) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    /** The username of the account with this address. */
    find: (address: string): string | undefined => usernames.get(address),

    add(address: string, username: string): void {
      if (!usernames.has(address)) sorted.splice(positionOf(address), 0, address);
      usernames.set(address, username);
    },

    remove(address: string): void {
      if (usernames.delete(address)) sorted.splice(positionOf(address), 1);
    },

    /** The first addresses with this beginning, in order, from an address on. */
    beginningWith(beginning: string, { from = '', limit }: { from?: string | undefined; limit: number }) {
      const start = positionOf(from > beginning ? from : beginning);
      const found = sorted.slice(start, start + limit);
      return found.filter((address) => address.startsWith(beginning));
    },
  };
}
