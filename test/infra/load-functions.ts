import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';

/**
 * Loads the bundles of functions as Lambda does on a cold start. Reads their environments from the
 * input, by the name of the function, and writes the type of each handler, or why a bundle failed.
 */
const environments: Record<string, Record<string, string>> = JSON.parse(await text(process.stdin));
const require = createRequire(import.meta.url);
const outcomes: Record<string, string | undefined> = {};
for (const [name, environment] of Object.entries(environments)) {
  process.env = environment;
  try {
    outcomes[name] = typeof require(`../../dist/lambdas/${name}/index.js`).handler;
  } catch (error) {
    outcomes[name] = String(error);
  }
}
console.log(JSON.stringify(outcomes));
