import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { strings } from './strings.ts';
import './controls.css';
import { Level } from './level.tsx';
import type { TalkSession } from './talk-session.ts';

const LONGEST = 2000;

/** The controls of a call: mute, the microphone's level, typing, hanging up. */
export function Controls({ talk }: { talk: TalkSession }) {
  const isLive = talk.phase.value === 'live';
  return (
    <div class="controls card">
      <Mute talk={talk} isLive={isLive} />
      <Level caption={strings.you} label={strings.microphone} level={talk.microphoneLevel} />
      <Typing talk={talk} isLive={isLive} />
      <Button kind="danger" icon="hangUp" onPress={() => talk.hangUp()}>
        {strings.hangUp}
      </Button>
    </div>
  );
}

interface ControlProps {
  readonly talk: TalkSession;
  readonly isLive: boolean;
}

/** Has the focus when the call begins, so that the space bar mutes; Alt+M does so from everywhere. */
function Mute({ talk, isLive }: ControlProps) {
  const button = useRef<HTMLButtonElement>(null);
  const isMuted = talk.isMuted.value;
  useLayoutEffect(() => {
    if (isLive) button.current?.focus();
  }, [isLive]);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!isLive || !event.altKey || event.code !== 'KeyM') return;
      event.preventDefault();
      talk.mute(!talk.isMuted.peek());
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [talk, isLive]);
  return (
    <button
      ref={button}
      class="button icon-only round mute"
      type="button"
      disabled={!isLive}
      aria-pressed={isMuted}
      aria-label={strings.mute}
      aria-keyshortcuts="Alt+M"
      title={strings.muteHint}
      onClick={() => talk.mute(!isMuted)}
    >
      <Icon name={isMuted ? 'muted' : 'microphone'} />
    </button>
  );
}

function Typing({ talk, isLive }: ControlProps) {
  const [text, setText] = useState('');
  const send = (event: Event): void => {
    event.preventDefault();
    if (text.trim() !== '') talk.type(text.trim());
    setText('');
  };
  return (
    <form class="typing" onSubmit={send}>
      <input
        class="control"
        value={text}
        disabled={!isLive}
        aria-label={strings.type}
        placeholder={strings.type}
        autocomplete="off"
        maxLength={LONGEST}
        enterkeyhint="send"
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button type="submit" icon="send" label={strings.send} disabled={!isLive} />
    </form>
  );
}
