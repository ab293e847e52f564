import { AsyncView } from '../../parts/async-view.tsx';
import { Facts, type Fact } from '../../parts/facts.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { useProviderNames } from '../../parts/providers.ts';
import { formatExactMoment, formatDuration, formatSeconds } from '../../format.ts';
import { at } from '../../paths.ts';
import type { PageProps } from '../../page-props.ts';
import { sharedStrings } from '../../parts/strings.ts';
import { callStrings, strings } from './strings.ts';
import { CallBadge } from './call-table.tsx';
import './call-page.css';
import { isCutOff, isLive, isAwaitingArtifacts, peerOf, type Call } from './call.ts';
import { Actions } from './actions-view.tsx';
import { Answers } from './answers-view.tsx';
import { CallCost } from './call-cost.tsx';
import { CallAnalysis } from './analysis-card.tsx';
import { CallArtifacts } from './call-artifacts.tsx';
import { CallBack } from './call-back.tsx';
import { DeleteCall } from './delete-call.tsx';
import { StageRecord } from './stage-record.tsx';
import { Timeline } from './timeline.tsx';
import { useCall } from './use-call.ts';

/** One call: timeline, transcript and latency. A live call is polled. */
export function CallPage({ params }: PageProps) {
  const callId = params['id'] ?? '';
  const call = useCall(callId);
  const { value } = call;
  return (
    <Page
      title={value ? titleOf(value) : callStrings.title}
      lead={value ? formatExactMoment(new Date(value.created_at)) : undefined}
      back={{ href: at('/calls'), label: strings.title }}
      beside={value && <CallBadge call={value} />}
      actions={value && <CallActions call={value} />}
    >
      <AsyncView query={call}>{(known) => <CallView call={known} onMarked={call.refetch} />}</AsyncView>
    </Page>
  );
}

const CallActions = ({ call }: { readonly call: Call }) => (
  <>
    {call.call_type !== 'web' && <CallBack callId={call.call_id} />}
    <DeleteCall call={call} />
  </>
);

const titleOf = (call: Call): string =>
  callStrings.titles[call.call_type](call.agent_name ?? call.agent_id, peerOf(call) ?? '');

function CallView({ call, onMarked }: { readonly call: Call; readonly onMarked: () => void }) {
  return (
    <>
      {call.error_message !== null && <Notice kind="error">{call.error_message}</Notice>}
      <div class="call-view">
        <div class="stack">
          <Left call={call} />
          <CallAnalysis call={call} />
          <Answers call={call} onMarked={onMarked} />
          <Actions call={call} />
          <CallCost call={call} />
        </div>
        <aside class="stack">
          <section class="card padded stack">
            <h2>{callStrings.whatHappened}</h2>
            <Timeline call={call} />
          </section>
          {call.stages && <StageRecord of={call.stages} />}
          <section class="card padded stack">
            <h2>{callStrings.facts}</h2>
            <CallFacts call={call} />
          </section>
          <Variables values={call.custom_variables} />
        </aside>
      </div>
    </>
  );
}

/** What the call left behind, or why there is nothing. */
function Left({ call }: { readonly call: Call }) {
  if (call.recording_url !== null || call.transcript_url !== null) return <CallArtifacts call={call} />;
  if (isLive(call)) return <Notice>{callStrings.afterwards}</Notice>;
  if (isAwaitingArtifacts(call, new Date()))
    return <Notice>{isCutOff(call) ? callStrings.yetToCome : callStrings.storing}</Notice>;
  return <Notice>{callStrings.nothingLeft}</Notice>;
}

const CallFacts = ({ call }: { readonly call: Call }) => (
  <Facts
    of={[
      [sharedStrings.agent, <a href={at(`/agents/${call.agent_id}`)}>{call.agent_name ?? call.agent_id}</a>],
      [callStrings.version, versionOf(call)],
      [strings.type, strings.types[call.call_type]],
      [strings.length, call.duration === null ? null : formatDuration(call.duration)],
      [callStrings.endReason, call.end_reason && callStrings.endReasons[call.end_reason]],
      [callStrings.voicemailMessage, call.voicemail_message && callStrings.voicemailMessages[call.voicemail_message]],
      ...consentFacts(call.recording_consent),
      [
        callStrings.doNotCall,
        call.do_not_call && (
          <>
            {callStrings.doNotCallSources[call.do_not_call.source]} <Moment at={call.do_not_call.at} to="second" />
          </>
        ),
      ],
      ...agentFacts(call.agents),
      ...preCallFacts(call.pre_call),
      [callStrings.from, call.call_type === 'web' ? null : call.from_number],
      [callStrings.to, call.call_type === 'web' ? null : call.to_number],
      carrierFact(call),
      [
        callStrings.campaign,
        call.campaign_id && <a href={at(`/campaigns/${call.campaign_id}`)}>{callStrings.openCampaign}</a>,
      ],
      [callStrings.callId, <code>{call.call_id}</code>],
      [callStrings.carrierId, call.provider_call_sid && <code>{call.provider_call_sid}</code>],
    ]}
  />
);

const carrierFact = ({ telephony_provider: id }: Call): Fact => [callStrings.carrier, id && <Carrier id={id} />];

function Carrier({ id }: { readonly id: string }) {
  return <>{useProviderNames()('telephony', id)}</>;
}

/** How the log of a call names the stored version that it tries. */
const TRIED = 'version:';

/** What the call ran of its agent, with a link to its versions. */
function versionOf({ agent_id, agent_version: version, agent_draft: draft }: Call) {
  if (typeof version !== 'number' && draft === undefined) return null;
  const tried = draft?.startsWith(TRIED) ? callStrings.trial(draft.slice(TRIED.length)) : callStrings.draft;
  return <a href={at(`/agents/${agent_id}/versions`)}>{draft === undefined ? version : tried}</a>;
}

function consentFacts(consent: Call['recording_consent']): readonly Fact[] {
  if (!consent) return [];
  const { answer, at: decided, withdrawn_at: withdrawn } = consent;
  return [
    [
      callStrings.consent,
      <>
        {callStrings.consentAnswers[answer]} <Moment at={decided} to="second" />
      </>,
    ],
    [callStrings.consentWithdrawn, withdrawn && <Moment at={withdrawn} to="second" />],
  ];
}

/** The agents that spoke, where the call was handed over. */
function agentFacts(agents: Call['agents']): readonly Fact[] {
  if (!agents) return [];
  return [
    [
      callStrings.agents,
      <ol>
        {agents.map(({ agent_id, name, agent_version: version, at: since }) => (
          <li>
            <a href={at(`/agents/${agent_id}`)}>{callStrings.agentInVersion(name, version)}</a>{' '}
            <Moment at={since} to="second" />
          </li>
        ))}
      </ol>,
    ],
  ];
}

function preCallFacts(preCall: Call['pre_call']): readonly Fact[] {
  if (!preCall) return [];
  const outcome = callStrings.preCallOutcomes[preCall.outcome];
  return [
    [callStrings.preCall, callStrings.preCallAfter(outcome, formatSeconds(preCall.duration_ms / 1_000))],
    [callStrings.preCallReason, preCall.reason],
    [callStrings.preCallSay, preCall.say],
  ];
}

function Variables({ values }: { readonly values: Call['custom_variables'] }) {
  const facts = Object.entries(values).map(
    ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
  );
  if (facts.length === 0) return null;
  return (
    <section class="card padded stack">
      <h2>{callStrings.variables}</h2>
      <Facts of={facts} />
    </section>
  );
}
