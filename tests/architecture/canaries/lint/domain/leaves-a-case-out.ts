// breaks typescript(switch-exhaustiveness-check)
export function canary(state: 'open' | 'closed'): void {
  switch (state) {
    case 'open':
      throw new Error('open');
  }
}
