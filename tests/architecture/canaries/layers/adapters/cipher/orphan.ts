// breaks no-orphans
export const canary = 'nobody imports this, and it imports nobody';
