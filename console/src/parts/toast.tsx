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

/** Shows a success message for a few seconds. Errors stay on the page in a `Notice`. */
export function showToast(text: string): void {
  const id = ++count;
  toasts.value = [...toasts.value, { id, text }];
  setTimeout(() => {
    toasts.value = toasts.value.filter((one) => one.id !== id);
  }, STAY_MS);
}

/** Renders the toasts. Used once, in the shell. */
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
