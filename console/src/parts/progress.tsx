import './progress.css';

interface ProgressProps {
  /** What goes on. */
  readonly label: string;
  /** How much is done, from 0 to 1; null while nobody knows. */
  readonly value: number | null;
}

/** How far something is. */
export const Progress = ({ label, value }: ProgressProps) =>
  value === null ? (
    <progress class="progress" aria-label={label} />
  ) : (
    <progress class="progress" aria-label={label} value={value} max={1} />
  );
