/** Prints the usage and exits with 0 when the arguments include --help or -h. */
export function printHelpIfRequested(usage: string, args: readonly string[] = process.argv.slice(2)): void {
  if (!args.some((arg) => arg === '--help' || arg === '-h')) return;
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}
