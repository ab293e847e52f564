import { TextField } from '../../parts/text-field.tsx';
import { strings } from './strings.ts';

interface NameFieldProps {
  readonly value: string;
  readonly onInput: (name: string) => void;
  /** What the API says of it. */
  readonly problemOf: (field: string) => string | null;
}

/** What a campaign is called. */
export const NameField = ({ problemOf, ...props }: NameFieldProps) => (
  <TextField {...props} label={strings.name} error={problemOf('name')} required />
);
