// @ts-check

/*
 * Node.js loads this into the process of the local cloud and into each instance of a function. Without it,
 * V8 keeps garbage for as long as there is memory, and memory grows without a leak. It is plain JavaScript,
 * because loading the type stripper would delay each instance.
 */

setInterval(() => globalThis.gc?.(), 20_000).unref();
