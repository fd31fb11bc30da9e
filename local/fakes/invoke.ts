/** Runs a function of the stack with an event and answers what the function returns. */
export type Invoke = (functionId: string, event: unknown) => Promise<unknown>;
