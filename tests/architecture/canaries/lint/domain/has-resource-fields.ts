interface Resource {
  readonly agent_id: string;
  readonly created_at: string;
}

export const innocent = ({ agent_id, created_at }: Resource): Resource => ({
  agent_id: agent_id + created_at,
  created_at,
});
