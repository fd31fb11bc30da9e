/** Loads and creates a client when it is first needed, because most cold starts answer without it. */
export function onDemand<Client>(create: () => Promise<Client>): () => Promise<Client> {
  let client: Promise<Client> | undefined;
  return () => {
    client ??= create();
    return client;
  };
}
