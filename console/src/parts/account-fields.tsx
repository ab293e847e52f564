import { sharedStrings } from './strings.ts';
import { TextField } from './text-field.tsx';

interface AccountFieldProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly error: string | null;
}

/** Email address field. Addresses of other users are not auto-completed. */
export const EmailField = ({ isOwn = true, ...props }: AccountFieldProps & { readonly isOwn?: boolean }) => (
  <TextField
    {...props}
    label={sharedStrings.email}
    type="email"
    name="email"
    autocomplete={isOwn ? 'username' : 'off'}
    required
  />
);

/** Field for an existing password. */
export const PasswordField = (props: AccountFieldProps) => (
  <TextField
    {...props}
    label={sharedStrings.password}
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
  label = sharedStrings.password,
  hint = sharedStrings.passwordHint(LEAST),
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
