import { useState } from 'preact/hooks';
import { answered, api, type components } from '../../api.ts';
import { Button } from '../../parts/button.tsx';
import { Form } from '../../parts/form.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Switch } from '../../parts/switch.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAction } from '../../parts/use-action.ts';
import { rights } from '../../session.ts';
import { readAmount, readThresholds } from './budget.ts';
import { strings } from './strings.ts';

type Budget = components['schemas']['BudgetResponse'];

const FIELDS = ['amount', 'warn_at_percent', 'hard_stop'];

/** What is written in the form, and what it stands for. Undefined: it is wrong. */
function useDraft(budget: Budget) {
  const [amountText, setAmount] = useState(budget.amount ?? '');
  const [thresholdText, setThresholds] = useState(budget.warn_at_percent.join(', '));
  const [isHardStop, setHardStop] = useState(budget.hard_stop);
  const [amount, thresholds] = [readAmount(amountText), readThresholds(thresholdText)];
  const isValid = amount !== undefined && thresholds !== undefined;
  return {
    ...{ amountText, setAmount, thresholdText, setThresholds, isHardStop, setHardStop, amount, thresholds },
    body: isValid ? { amount, warn_at_percent: thresholds, hard_stop: isHardStop } : null,
  };
}

/** The budget of a month. Admins can change it. */
export function BudgetForm({ budget, onSaved }: { readonly budget: Budget; readonly onSaved: () => void }) {
  const draft = useDraft(budget);
  const { isAdmin } = rights.value;
  const saving = useAction(async () => {
    if (draft.body === null) return;
    const params = { path: { org_id: budget.org_id } };
    await answered(api.PUT('/api/v1/organisations/{org_id}/budget', { params, body: draft.body }));
    showToast(strings.saved);
    onSaved();
  }, FIELDS);
  const isOutdated = budget.amount !== null && budget.currency !== budget.price_currency;
  return (
    <section class="card padded stack">
      <h2>{strings.budget}</h2>
      <p class="soft">{strings.budgetLead}</p>
      {isOutdated && <Notice kind="warn">{strings.otherCurrency(budget.currency, budget.price_currency)}</Notice>}
      <Form onSubmit={() => draft.body && saving.run()} trouble={saving.trouble}>
        <BudgetFields draft={draft} currency={budget.price_currency} problemOf={saving.problemOf} />
        {isAdmin ? (
          <div class="row">
            <Button kind="primary" type="submit" busy={saving.isBusy}>
              {strings.save}
            </Button>
          </div>
        ) : (
          <Notice>{strings.onlyAdmins}</Notice>
        )}
      </Form>
    </section>
  );
}

interface BudgetFieldsProps {
  readonly draft: ReturnType<typeof useDraft>;
  readonly currency: string;
  readonly problemOf: (field: string) => string | null;
}

function BudgetFields({ draft, currency, problemOf }: BudgetFieldsProps) {
  const disabled = !rights.value.isAdmin;
  return (
    <>
      <TextField
        label={strings.budgetAmount(currency)}
        hint={strings.budgetAmountHint}
        error={draft.amount === undefined ? strings.amountWrong : problemOf('amount')}
        value={draft.amountText}
        onInput={draft.setAmount}
        disabled={disabled}
      />
      <TextField
        label={strings.thresholds}
        hint={strings.thresholdsHint}
        error={draft.thresholds === undefined ? strings.thresholdsWrong : problemOf('warn_at_percent')}
        value={draft.thresholdText}
        onInput={draft.setThresholds}
        disabled={disabled}
      />
      <Switch
        label={strings.hardStop}
        hint={strings.hardStopHint}
        error={problemOf('hard_stop')}
        checked={draft.isHardStop}
        onChange={draft.setHardStop}
        disabled={disabled}
      />
    </>
  );
}
