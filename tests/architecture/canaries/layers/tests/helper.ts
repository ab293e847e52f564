export const helper = (): string => 'help';
