/** What may be done about a member. */
export type Move = 'promote' | 'remove';

interface Member {
  readonly email: string;
  readonly role: 'member' | 'admin' | 'super_admin';
}

interface Viewer {
  readonly email: string;
  readonly isSuperAdmin: boolean;
}

/** What the API would let this viewer do about a member. Nobody removes themselves. */
export function movesFor(member: Member, viewer: Viewer): readonly Move[] {
  if (!viewer.isSuperAdmin || member.email === viewer.email) return [];
  return member.role === 'member' ? ['promote', 'remove'] : ['remove'];
}
