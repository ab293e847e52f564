/** What may be done about a member. */
export type MemberAction = 'promote' | 'remove';

interface Member {
  readonly email: string;
  readonly role: 'member' | 'admin' | 'super_admin';
}

interface Viewer {
  readonly email: string;
  readonly isSuperAdmin: boolean;
}

/** Actions the API allows this viewer on a member. Users cannot remove themselves. */
export function actionsFor(member: Member, viewer: Viewer): readonly MemberAction[] {
  if (!viewer.isSuperAdmin || member.email === viewer.email) return [];
  return member.role === 'member' ? ['promote', 'remove'] : ['remove'];
}
