const WIDTH = 30;

/** Where progress is shown: a terminal, or what takes lines. */
export interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Progress of one part of the copy. */
export interface ProgressBar {
  /** Adds completed steps. */
  advance(by?: number): void;
  /** Everything there was to do is done. */
  end(): void;
}

/** Shows progress towards `total`: a bar on a terminal, otherwise one line at the end. */
export function showProgress(screen: Screen, name: string, total: number): ProgressBar {
  let done = 0;
  let shown = '';
  const show = (): void => {
    const share = total === 0 ? 1 : Math.min(1, done / total);
    const bar = '█'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '░');
    const line = `${name.padEnd(24)} ${bar} ${String(Math.floor(share * 100)).padStart(3)} %  ${done} of ${total}`;
    if (line !== shown && screen.isTTY) screen.write(`\r\u001b[2K${line}`);
    shown = line;
  };
  show();
  return {
    advance(by = 1) {
      done += by;
      show();
    },
    end() {
      show();
      screen.write(screen.isTTY ? '\n' : `${name}: ${done} of ${total}\n`);
    },
  };
}
