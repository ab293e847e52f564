import { words } from '../words.ts';
import { TextField } from './text-field.tsx';

interface AccountFieldProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly error: string | null;
}

/** The address that somebody is known by. That of somebody else is none that the browser knows. */
export const EmailField = ({ isOwn = true, ...props }: AccountFieldProps & { readonly isOwn?: boolean }) => (
  <TextField
    {...props}
    label={words.session.email}
    type="email"
    name="email"
    autocomplete={isOwn ? 'username' : 'off'}
    required
  />
);

/** A password that exists. Nobody sees it. */
export const PasswordField = (props: AccountFieldProps) => (
  <TextField
    {...props}
    label={words.session.password}
    type="password"
    name="password"
    autocomplete="current-password"
    required
  />
);

interface NewPasswordFieldProps extends AccountFieldProps {
  readonly label?: string;
  readonly hint?: string;
}

/** The fewest characters of a password. */
const LEAST = 8;

/** A password that is made up now. */
export const NewPasswordField = ({
  label = words.session.password,
  hint = words.session.passwordHint(LEAST),
  ...props
}: NewPasswordFieldProps) => (
  <TextField
    {...props}
    label={label}
    hint={hint}
    type="password"
    name="password"
    autocomplete="new-password"
    minLength={LEAST}
    required
  />
);
