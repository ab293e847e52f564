import type { ComponentChildren } from 'preact';
import { Switch } from '../../parts/switch.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { words } from '../../words.ts';
import type { Behaviour } from './agent.ts';
import type { AgentForm } from './form.ts';
import { LinesField, NumberField } from './parsed-fields.tsx';

const said = words.agentForm;

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
    </div>
  );
}

const Card = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <section class="card padded stack" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

const inSeconds = (label: string): string => `${label} (${said.seconds})`;

const Turns = ({ behaviour, change, problemOf }: PartProps) => (
  <Card title={said.turns}>
    <div class="field-grid">
      <NumberField
        label={said.interruption}
        hint={said.interruptionHint}
        isWhole
        min={0}
        value={behaviour.interruption_min_words}
        error={problemOf('interruption_min_words')}
        onChange={(words_) => change({ interruption_min_words: words_ ?? 0 })}
      />
    </div>
    <Switch
      label={said.deafGreeting}
      hint={said.deafGreetingHint}
      checked={behaviour.ignore_user_speech_before_greeting}
      onChange={(on) => change({ ignore_user_speech_before_greeting: on })}
    />
  </Card>
);

const Silence = (part: PartProps) => {
  const { behaviour, change, problemOf } = part;
  return (
    <Card title={said.silence}>
      <Switch
        label={said.online}
        hint={said.onlineHint}
        checked={behaviour.user_online_detection_enabled}
        onChange={(on) => change({ user_online_detection_enabled: on })}
      />
      <div class="field-grid">
        {behaviour.user_online_detection_enabled ? (
          <Asking {...part} />
        ) : (
          <NumberField
            label={inSeconds(said.silenceHangup)}
            hint={said.silenceHangupHint}
            min={0}
            value={behaviour.user_silence_hangup_seconds}
            error={problemOf('user_silence_hangup_seconds')}
            onChange={(seconds) => change({ user_silence_hangup_seconds: seconds })}
          />
        )}
        <TextField
          label={said.closing}
          hint={said.closingHint}
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
      label={inSeconds(said.onlineSeconds)}
      hint={said.onlineSecondsHint}
      min={0}
      value={behaviour.user_online_detection_seconds}
      error={problemOf('user_online_detection_seconds')}
      onChange={(seconds) => change({ user_online_detection_seconds: seconds })}
    />
    <NumberField
      label={said.onlineRepeats}
      hint={said.onlineRepeatsHint}
      isWhole
      min={1}
      value={behaviour.user_online_detection_repeats}
      error={problemOf('user_online_detection_repeats')}
      onChange={(repeats) => change({ user_online_detection_repeats: repeats })}
    />
    <TextField
      label={said.onlineMessage}
      hint={said.onlineMessageHint}
      value={behaviour.user_online_detection_message}
      error={problemOf('user_online_detection_message')}
      onInput={(message) => change({ user_online_detection_message: message })}
    />
  </>
);

const Waiting = ({ behaviour, change, problemOf }: PartProps) => (
  <Card title={said.waiting}>
    <LinesField
      label={said.hold}
      hint={said.holdHint}
      value={behaviour.hold_messages}
      error={problemOf('hold_messages')}
      onChange={(messages) => change({ hold_messages: [...messages] })}
    />
    <div class="field-grid">
      <NumberField
        label={inSeconds(said.holdSeconds)}
        hint={said.holdSecondsHint}
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
    <Card title={said.ending}>
      <Switch
        label={said.mayEnd}
        hint={said.mayEndHint}
        checked={ending.enabled}
        onChange={(enabled) => change({ automatic_call_ending: { ...ending, enabled } })}
      />
      <Switch
        label={said.graceful}
        hint={said.gracefulHint}
        checked={ending.graceful_llm_call_ending}
        onChange={(on) => change({ automatic_call_ending: { ...ending, graceful_llm_call_ending: on } })}
      />
    </Card>
  );
};
