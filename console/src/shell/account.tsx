import { useLocation } from 'preact-iso';
import { answered, api } from '../api.ts';
import { Icon } from '../parts/icon.tsx';
import { Menu, type MenuItem } from '../parts/menu.tsx';
import { showToast } from '../parts/toast.tsx';
import { useAction } from '../parts/use-action.ts';
import { at } from '../paths.ts';
import { startSession, session, type Session } from '../session.ts';
import { endSessionEverywhere } from '../share-session.ts';
import { strings } from './strings.ts';

/** Who is logged in and where they work, and the way to another organisation or out. */
export function Account() {
  const { route } = useLocation();
  const switching = useAction(switchTo);
  const ending = useAction(() => answered(api.POST('/api/v1/users/logout-everywhere')));

  const known = session.value;
  const trouble = switching.trouble ?? ending.trouble;
  if (known === null) return null;
  const active = known.organisations.find(({ org_id }) => org_id === known.org_id);
  const choose = async (orgId: string, name: string): Promise<void> => {
    if (!(await switching.run(known, orgId))) return;
    route(at('/'));
    showToast(strings.switched(name));
  };
  const organisations = known.organisations.map(({ org_id: orgId, name }): MenuItem => {
    const checked = orgId === known.org_id;
    return { label: name, checked, disabled: checked || switching.isBusy, onSelect: () => void choose(orgId, name) };
  });
  const out = (): void => {
    endSessionEverywhere();
    // The next user may be another one, so the page is left.
    route(at('/log-in'));
  };
  const endAll = async (): Promise<void> => {
    if (await ending.run()) out();
  };
  const endSessions: MenuItem = {
    label: strings.endSessions,
    icon: 'out',
    disabled: ending.isBusy,
    onSelect: () => void endAll(),
  };
  const signOut: MenuItem = { label: strings.signOut, icon: 'out', onSelect: out };
  const name = active?.name ?? known.email;
  return (
    <div class="side-account">
      <Menu
        up
        label={strings.account}
        items={[...organisations, signOut, endSessions]}
        face={<Face name={name} known={known} />}
      />
      {trouble !== null && <p class="field-error">{trouble}</p>}
    </div>
  );
}

const Face = ({ name, known }: { name: string; known: Session }) => (
  <>
    <span class="avatar" aria-hidden="true">
      {name.slice(0, 2)}
    </span>
    <span class="account">
      <strong>{name}</strong>
      <span class="hint">{known.email}</span>
    </span>
    <Icon name="down" />
  </>
);

async function switchTo({ email }: Session, orgId: string): Promise<void> {
  startSession(email, await answered(api.POST('/api/v1/users/switch-organisation', { body: { org_id: orgId } })));
}
