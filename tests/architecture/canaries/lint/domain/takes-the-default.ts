export function innocent(state: 'open' | 'closed'): boolean {
  switch (state) {
    case 'open':
      return true;
    default:
      return false;
  }
}
