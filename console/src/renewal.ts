interface Claims {
  readonly iat?: unknown;
  readonly exp?: unknown;
}

/** When a token is due to be renewed, in milliseconds: after two thirds of its life. Never, where it does not tell. */
export function renewalDue(token: string): number {
  const { iat, exp } = claimsOf(token);
  return typeof iat === 'number' && typeof exp === 'number' ? (iat + ((exp - iat) * 2) / 3) * 1000 : Infinity;
}

function claimsOf(token: string): Claims {
  const payload = token.split('.')[1] ?? '';
  try {
    return (JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) ?? {}) as Claims;
  } catch {
    return {};
  }
}
