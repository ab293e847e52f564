import './progress.css';

interface ProgressProps {
  /** Label of the work. */
  readonly label: string;
  /** Share done, from 0 to 1. Null when unknown. */
  readonly value: number | null;
}

/** How far something is. */
export const Progress = ({ label, value }: ProgressProps) =>
  value === null ? (
    <progress class="progress" aria-label={label} />
  ) : (
    <progress class="progress" aria-label={label} value={value} max={1} />
  );
