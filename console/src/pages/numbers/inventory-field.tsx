import { answered, api } from '../../api.ts';
import { AsyncView } from '../../parts/async-view.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Select } from '../../parts/select.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { strings } from './strings.ts';
import { freeNumbers, type PhoneNumber } from './choices.ts';

interface InventoryFieldProps {
  readonly provider: string;
  readonly numbers: readonly PhoneNumber[];
  readonly value: string;
  readonly onChange: (number: string) => void;
}

/** A choice among the numbers that the organisation has at a carrier, which is asked for them. */
export function InventoryField({ provider, numbers, value, onChange }: InventoryFieldProps) {
  const owned = useQuery(
    async () =>
      (
        await answered(
          api.GET('/api/v1/phone-numbers/providers/{provider}/inventory', { params: { path: { provider } } }),
        )
      ).numbers,
    provider,
  );
  return (
    <AsyncView query={owned}>
      {(all) => {
        const free = freeNumbers(all, numbers);
        if (free.length === 0) return <Notice kind="warn">{strings.noneHeld}</Notice>;
        return (
          <Select
            label={strings.number}
            placeholder={strings.choose}
            value={value}
            required
            options={free.map((number) => ({ value: number, label: number }))}
            onChange={onChange}
          />
        );
      }}
    </AsyncView>
  );
}
