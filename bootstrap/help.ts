/** Where the command line asks for help, prints how the command is used and ends the process with 0. */
export function printHelpIfRequested(usage: string, args: readonly string[] = process.argv.slice(2)): void {
  if (!args.some((arg) => arg === '--help' || arg === '-h')) return;
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}
