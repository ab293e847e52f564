import { signal } from '@preact/signals';
import { Icon } from './icon.tsx';
import './toast.css';

interface Told {
  readonly id: number;
  readonly words: string;
}

const STAY_MS = 5_000;

const told = signal<readonly Told[]>([]);
let count = 0;

/** Tells in passing that something worked out. What went wrong stays on the page, in a `Notice`. */
export function tell(words: string): void {
  const id = ++count;
  told.value = [...told.value, { id, words }];
  setTimeout(() => {
    told.value = told.value.filter((one) => one.id !== id);
  }, STAY_MS);
}

/** Where it is told. The shell shows it once. */
export const Toasts = () => (
  <div class="toasts" role="status" aria-live="polite">
    {told.value.map(({ id, words }) => (
      <div key={id} class="toast">
        <Icon name="check" />
        {words}
      </div>
    ))}
  </div>
);
