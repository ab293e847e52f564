import { signal } from '@preact/signals';
import { Icon } from './icon.tsx';
import './toast.css';

interface ToastMessage {
  readonly id: number;
  readonly text: string;
}

const STAY_MS = 5_000;

const toasts = signal<readonly ToastMessage[]>([]);
let count = 0;

/** Tells in passing that something worked out. What went wrong stays on the page, in a `Notice`. */
export function showToast(text: string): void {
  const id = ++count;
  toasts.value = [...toasts.value, { id, text }];
  setTimeout(() => {
    toasts.value = toasts.value.filter((one) => one.id !== id);
  }, STAY_MS);
}

/** Where it is told. The shell shows it once. */
export const Toasts = () => (
  <div class="toasts" role="status" aria-live="polite">
    {toasts.value.map(({ id, text }) => (
      <div key={id} class="toast">
        <Icon name="check" />
        {text}
      </div>
    ))}
  </div>
);
