import type { ComponentChildren } from 'preact';
import { Switch } from '../../parts/switch.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { formStrings } from './strings.ts';
import type { Behaviour } from './agent.ts';
import type { AgentForm } from './agent-form.ts';
import { LimitsCard } from './limits-card.tsx';
import { LinesField, NumberField } from './parsed-fields.tsx';
import { PrivacyCard } from './privacy-card.tsx';

/** What every part of the section works with. */
interface PartProps {
  readonly behaviour: Behaviour;
  readonly change: (part: Partial<Behaviour>) => void;
  readonly problemOf: (name: keyof Behaviour) => string | null;
}

/** How the agent behaves in a call. */
export function BehaviourSection({ form }: { form: AgentForm }) {
  const { behaviour } = form.draft.config;
  const part: PartProps = {
    behaviour,
    change: (changes) => form.changeConfig({ behaviour: { ...behaviour, ...changes } }),
    problemOf: (name) => form.problemOf(`behaviour.${name}`),
  };
  return (
    <div class="stack">
      <Turns {...part} />
      <Silence {...part} />
      <Waiting {...part} />
      <Ending {...part} />
      <LimitsCard form={form} />
      <PrivacyCard form={form} />
    </div>
  );
}

const Card = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <section class="card padded stack" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

const inSeconds = (label: string): string => `${label} (${formStrings.seconds})`;

const Turns = ({ behaviour, change, problemOf }: PartProps) => (
  <Card title={formStrings.turns}>
    <div class="field-grid">
      <NumberField
        label={formStrings.interruption}
        hint={formStrings.interruptionHint}
        isWhole
        min={0}
        value={behaviour.interruption_min_words}
        error={problemOf('interruption_min_words')}
        onChange={(words_) => change({ interruption_min_words: words_ ?? 0 })}
      />
    </div>
    <Switch
      label={formStrings.deafGreeting}
      hint={formStrings.deafGreetingHint}
      checked={behaviour.ignore_user_speech_before_greeting}
      onChange={(on) => change({ ignore_user_speech_before_greeting: on })}
    />
  </Card>
);

const Silence = (part: PartProps) => {
  const { behaviour, change, problemOf } = part;
  return (
    <Card title={formStrings.silence}>
      <Switch
        label={formStrings.online}
        hint={formStrings.onlineHint}
        checked={behaviour.user_online_detection_enabled}
        onChange={(on) => change({ user_online_detection_enabled: on })}
      />
      <div class="field-grid">
        {behaviour.user_online_detection_enabled ? (
          <Asking {...part} />
        ) : (
          <NumberField
            label={inSeconds(formStrings.silenceHangup)}
            hint={formStrings.silenceHangupHint}
            min={0}
            value={behaviour.user_silence_hangup_seconds}
            error={problemOf('user_silence_hangup_seconds')}
            onChange={(seconds) => change({ user_silence_hangup_seconds: seconds })}
          />
        )}
        <TextField
          label={formStrings.closing}
          hint={formStrings.closingHint}
          value={behaviour.user_online_detection_closing_message}
          error={problemOf('user_online_detection_closing_message')}
          onInput={(message) => change({ user_online_detection_closing_message: message })}
        />
      </div>
    </Card>
  );
};

const Asking = ({ behaviour, change, problemOf }: PartProps) => (
  <>
    <NumberField
      label={inSeconds(formStrings.onlineSeconds)}
      hint={formStrings.onlineSecondsHint}
      min={0}
      value={behaviour.user_online_detection_seconds}
      error={problemOf('user_online_detection_seconds')}
      onChange={(seconds) => change({ user_online_detection_seconds: seconds })}
    />
    <NumberField
      label={formStrings.onlineRepeats}
      hint={formStrings.onlineRepeatsHint}
      isWhole
      min={1}
      value={behaviour.user_online_detection_repeats}
      error={problemOf('user_online_detection_repeats')}
      onChange={(repeats) => change({ user_online_detection_repeats: repeats })}
    />
    <TextField
      label={formStrings.onlineMessage}
      hint={formStrings.onlineMessageHint}
      value={behaviour.user_online_detection_message}
      error={problemOf('user_online_detection_message')}
      onInput={(message) => change({ user_online_detection_message: message })}
    />
  </>
);

const Waiting = ({ behaviour, change, problemOf }: PartProps) => (
  <Card title={formStrings.waiting}>
    <LinesField
      label={formStrings.hold}
      hint={formStrings.holdHint}
      value={behaviour.hold_messages}
      error={problemOf('hold_messages')}
      onChange={(messages) => change({ hold_messages: [...messages] })}
    />
    <div class="field-grid">
      <NumberField
        label={inSeconds(formStrings.holdSeconds)}
        hint={formStrings.holdSecondsHint}
        min={0}
        value={behaviour.hold_message_timeout_seconds}
        error={problemOf('hold_message_timeout_seconds')}
        onChange={(seconds) => change({ hold_message_timeout_seconds: seconds })}
      />
    </div>
  </Card>
);

const Ending = ({ behaviour, change }: PartProps) => {
  const { automatic_call_ending: ending } = behaviour;
  return (
    <Card title={formStrings.ending}>
      <Switch
        label={formStrings.mayEnd}
        hint={formStrings.mayEndHint}
        checked={ending.enabled}
        onChange={(enabled) => change({ automatic_call_ending: { ...ending, enabled } })}
      />
      <Switch
        label={formStrings.graceful}
        hint={formStrings.gracefulHint}
        checked={ending.graceful_llm_call_ending}
        onChange={(on) => change({ automatic_call_ending: { ...ending, graceful_llm_call_ending: on } })}
      />
    </Card>
  );
};
