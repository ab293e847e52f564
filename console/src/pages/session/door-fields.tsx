import { TextField } from '../../parts/text-field.tsx';
import { words } from '../../words.ts';

interface CredentialFieldProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly error: string | null;
}

/** The address that somebody is known by. */
export const EmailField = (props: CredentialFieldProps) => (
  <TextField {...props} label={words.session.email} type="email" name="email" autocomplete="username" required />
);

interface PasswordFieldProps extends CredentialFieldProps {
  readonly label?: string;
  /** Whether it is to be made up, and not the one that was. */
  readonly isNew?: boolean;
}

/** A password, which nobody sees. */
export const PasswordField = ({ label = words.session.password, isNew = false, ...props }: PasswordFieldProps) => (
  <TextField
    {...props}
    label={label}
    type="password"
    name="password"
    autocomplete={isNew ? 'new-password' : 'current-password'}
    hint={isNew ? words.session.passwordHint : undefined}
    required
  />
);
