import type { ComponentChildren } from 'preact';
import './button.css';
import { Icon, type IconName } from './icon.tsx';

interface ButtonProps {
  readonly children?: ComponentChildren;
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly type?: 'button' | 'submit';
  readonly icon?: IconName;
  /** What it does, where no words stand on it. */
  readonly label?: string;
  /** Takes no press while it works. */
  readonly busy?: boolean;
  readonly disabled?: boolean;
  readonly wide?: boolean;
  /** Whether what it switches is on. */
  readonly pressed?: boolean;
  /** Whether what it opens is open. */
  readonly expanded?: boolean;
  readonly popup?: 'menu' | 'dialog';
  readonly onPress?: () => void;
}

/** A button. With an icon and no words it needs a label. */
export function Button({ kind = 'plain', type = 'button', busy = false, disabled = false, ...props }: ButtonProps) {
  return (
    <button
      class={classOf(kind, props)}
      type={type}
      disabled={disabled}
      aria-busy={busy}
      aria-disabled={busy || undefined}
      aria-label={props.label}
      aria-pressed={props.pressed}
      aria-expanded={props.expanded}
      aria-haspopup={props.popup}
      title={props.label}
      onClick={busy ? refuse : props.onPress}
    >
      <Face {...props} busy={busy} />
    </button>
  );
}

/** A button that works keeps the focus, which one that is disabled would lose. */
const refuse = (event: Event): void => event.preventDefault();

interface LinkButtonProps extends Pick<ButtonProps, 'children' | 'kind' | 'icon' | 'label' | 'wide'> {
  readonly href: string;
  /** The name under which it is downloaded. */
  readonly download?: string;
}

/** A link that looks like a button: it leads somewhere. */
export const LinkButton = ({ kind = 'plain', href, download, ...props }: LinkButtonProps) => (
  <a class={classOf(kind, props)} href={href} download={download} aria-label={props.label} title={props.label}>
    <Face {...props} busy={false} />
  </a>
);

type FaceProps = Pick<ButtonProps, 'children' | 'icon'> & { readonly busy: boolean };

const Face = ({ icon, busy, children }: FaceProps) => (
  <>
    {busy ? <span class="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
    {children}
  </>
);

const classOf = (kind: string, { wide = false, children }: Pick<ButtonProps, 'wide' | 'children'>): string =>
  ['button', kind, wide && 'wide', children === undefined && 'icon-only'].filter(Boolean).join(' ');
