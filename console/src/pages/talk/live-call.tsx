import type { ComponentChildren } from 'preact';
import { Notice } from '../../parts/notice.tsx';
import { formatClock } from '../../format.ts';
import { strings } from './strings.ts';
import { Captions } from './captions.tsx';
import { Controls } from './controls.tsx';
import { Level } from './level.tsx';
import './live-call.css';
import { Orb } from './orb.tsx';
import { ReplyBars } from './reply-bars.tsx';
import type { StageProgress } from './conversation.ts';
import type { TalkSession } from './talk-session.ts';

interface LiveCallProps {
  readonly talk: TalkSession;
  /** Shown below the reply times. */
  readonly beside: ComponentChildren;
  /** Shown between the head of the call and its captions. */
  readonly children: ComponentChildren;
}

/** A connecting, live or ended call. */
export function LiveCall({ talk, beside, children }: LiveCallProps) {
  const { captions, interim, replies, fault, progress, agent } = talk.conversation.value;
  const isOver = talk.phase.value === 'ended';
  const showsBody = !isOver || captions.length > 0;
  return (
    <div class={isOver ? 'call over' : 'call'}>
      <CallHead talk={talk} />
      {talk.audioProblem.value !== null && <Notice kind="error">{talk.audioProblem.value}</Notice>}
      {fault !== null && <Notice kind="error">{strings.agentTrouble(fault)}</Notice>}
      {agent !== null && (
        <p class="call-progress hint" role="status">
          {strings.handedOver(agent)}
        </p>
      )}
      {progress !== null && <Progress of={progress} />}
      {children}
      {showsBody && (
        <div class="call-body">
          <Captions captions={captions} interim={interim} />
          <div class="call-beside">
            <ReplyBars replies={replies} />
            {beside}
          </div>
        </div>
      )}
      {!isOver && <Controls talk={talk} />}
    </div>
  );
}

/** Where the agent is in its stages, announced when it changes. */
const Progress = ({ of: { stage, fields } }: { readonly of: StageProgress }) => (
  <p class="call-progress hint" role="status">
    {strings.progress(stage, fields)}
  </p>
);

function CallHead({ talk }: { talk: TalkSession }) {
  const phase = talk.phase.value;
  const state = phase === 'connecting' || phase === 'ended' ? phase : talk.conversation.value.activity;
  return (
    <div class="call-head">
      <Orb state={state} level={talk.voiceLevel} />
      <p class="call-status" role="status">
        {strings.status[state]}
      </p>
      {phase !== 'ended' && <Level caption={strings.agent} label={strings.voice} level={talk.voiceLevel} />}
      <span class="call-time" role="timer" aria-label={strings.duration}>
        {formatClock(talk.seconds.value)}
      </span>
    </div>
  );
}
