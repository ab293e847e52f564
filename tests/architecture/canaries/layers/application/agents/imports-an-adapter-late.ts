// breaks application-knows-domain-and-itself
export const canary = async () => (await import('../../adapters/things/memory.ts')).memoryThings();
