import { measureFunctions } from './measure-functions.ts';
import { measurePages } from './measure-pages.ts';

/** `npm run bench`: what the functions cost at a cold start, and what the pages cost a visitor. */
console.log(
  'Functions: size of the bundle, and time to import it as a ratio (median of the rounds of this run).\n',
);
printTable(await measureFunctions((round, rounds) => showProgress(`round ${round} of ${rounds}`)));

console.log('\nPages: bytes a first visit transfers, compressed as a CDN would.\n');
printTable(await measurePages((path) => showProgress(path)));

function showProgress(text: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${text}\r`);
}

/** The first row names the columns. */
function printTable(rows: string[][]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    console.log(cells.join('  '));
  }
}
