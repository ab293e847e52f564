import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { AgentForm } from './agent-form.ts';
import { AgentCallbacksCard } from './agent-callbacks-card.tsx';
import { DoNotCallCard } from './do-not-call-card.tsx';
import { JsonField, NumberField } from './parsed-fields.tsx';
import { withAction, withPreCall, type PreCall } from './telephone.ts';
import { telephoneStrings as words } from './telephone-strings.ts';
import { FieldErrors } from './tool-errors.tsx';
import { withPart } from './tools.ts';
import { TransferCard } from './transfer-card.tsx';

const ACTIONS = Object.entries(words.actions).map(([value, label]) => ({ value, label }));

/** What the agent does in telephone calls. A browser agent shows only what it still has, so that it can be removed. */
export function TelephoneSection({ form }: { form: AgentForm }) {
  const { agent_category: category, config } = form.draft;
  const isTelephone = category === 'telephony';
  return (
    <div class="stack">
      {!isTelephone && <p class="soft">{words.browserAgent}</p>}
      {(isTelephone || config.transfer) && <TransferCard form={form} />}
      {(isTelephone || config.voicemail) && <VoicemailCard form={form} />}
      {(isTelephone || config.pre_call) && <PreCallCard form={form} />}
      <AgreementCards form={form} isTelephone={isTelephone} />
    </div>
  );
}

/** What the agent agrees on with persons. */
function AgreementCards({ form, isTelephone }: { form: AgentForm; isTelephone: boolean }) {
  const { callbacks, do_not_call: doNotCall } = form.draft.config;
  return (
    <>
      {(isTelephone || callbacks) && <AgentCallbacksCard form={form} />}
      {(isTelephone || doNotCall) && <DoNotCallCard form={form} />}
    </>
  );
}

/** What happens when a machine answers. */
function VoicemailCard({ form }: { form: AgentForm }) {
  const { voicemail } = form.draft.config;
  const action = voicemail?.action ?? '';
  return (
    <section class="card padded stack" aria-labelledby="voicemail-title">
      <h2 id="voicemail-title">{words.voicemail}</h2>
      <p class="hint">{words.voicemailHint}</p>
      <FieldErrors problems={form.problemsIn('voicemail').filter(({ path }) => path === 'voicemail')} />
      <Select
        label={words.action}
        value={action}
        options={ACTIONS}
        error={form.problemOf('voicemail.action')}
        onChange={(next) => form.changeConfig(withAction(voicemail ?? {}, next))}
      />
      {voicemail && action === 'leave_message' && (
        <TextField
          label={words.message}
          hint={words.messageHint}
          rows={2}
          value={voicemail.message ?? ''}
          error={form.problemOf('voicemail.message')}
          onInput={(message) => form.changeConfig({ voicemail: { ...voicemail, message } })}
        />
      )}
      {voicemail && action !== 'off' && (
        <TextField
          label={words.screening}
          hint={words.screeningHint}
          rows={2}
          optional
          value={voicemail.screening_answer ?? ''}
          error={form.problemOf('voicemail.screening_answer')}
          onInput={(screening_answer) => form.changeConfig({ voicemail: withPart(voicemail, { screening_answer }) })}
        />
      )}
    </section>
  );
}

const NO_PRE_CALL: PreCall = { url: '', timeout_secs: 2 };

/** The request before an inbound call is answered. */
function PreCallCard({ form }: { form: AgentForm }) {
  const preCall = form.draft.config.pre_call ?? NO_PRE_CALL;
  const set = (after: PreCall): void => form.changeConfig(withPreCall(after));
  return (
    <section class="card padded stack" aria-labelledby="pre-call-title">
      <h2 id="pre-call-title">{words.preCall}</h2>
      <p class="hint">{words.preCallHint}</p>
      <FieldErrors problems={form.problemsIn('pre_call').filter(({ path }) => path === 'pre_call')} />
      <TextField
        label={words.url}
        hint={words.urlHint}
        spellcheck={false}
        autocomplete="off"
        optional
        value={preCall.url}
        error={form.problemOf('pre_call.url')}
        onInput={(url) => set({ ...preCall, url })}
      />
      <JsonField
        label={words.headers}
        hint={words.headersHint}
        rows={4}
        optional
        value={preCall.headers}
        error={form.problemOf('pre_call.headers')}
        onValidity={(isValid) => form.setValidity('pre_call.headers', isValid)}
        onChange={(headers) => set(withPart(preCall, { headers }))}
      />
      <NumberField
        label={words.timeout}
        hint={words.timeoutHint}
        min={0.2}
        max={2}
        value={preCall.timeout_secs}
        error={form.problemOf('pre_call.timeout_secs')}
        onChange={(timeout_secs) => set({ ...preCall, timeout_secs: timeout_secs as number })}
      />
    </section>
  );
}
