/** Ends the command on another platform. */
export function requireLinux(reason: string): void {
  if (process.platform === 'linux') return;
  console.error(`This command needs Linux: ${reason}`);
  process.exit(1);
}
