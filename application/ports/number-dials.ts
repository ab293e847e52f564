import type { CountedDial } from '../../domain/campaigns/dial-caps.ts';

/** The counted dials of a number by one organisation. */
export interface NumberDials {
  readonly org_id: string;
  readonly phone_number: string;
  /** Oldest first. */
  readonly dials: readonly CountedDial[];
  /** When none of them counts any more. ISO 8601. */
  readonly expires_at: string;
  /** Increases with each change. */
  readonly revision: number;
}

/** What a number's dials were, and become. `seen` null: none was counted. */
export interface NumberDialsChange {
  readonly seen: NumberDials | null;
  readonly next: Omit<NumberDials, 'revision'>;
}

/** For counting how often organisations dial numbers. */
export interface NumberDialRepository {
  /** The counted dials of these numbers, in any order. Numbers without any are absent. */
  among(orgId: string, phoneNumbers: readonly string[]): Promise<readonly NumberDials[]>;
  /** Makes the changes whose number is as it was seen, and returns how many these are. */
  changeAll(changes: readonly NumberDialsChange[]): Promise<number>;
  /** Removes what counts for a number and returns whether there was anything. */
  remove(orgId: string, phoneNumber: string): Promise<boolean>;
  /** Removes up to `limit` numbers whose dials no longer count, and returns how many. */
  removeExpired(now: string, limit: number): Promise<number>;
}
