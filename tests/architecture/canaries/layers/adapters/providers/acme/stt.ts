export const acmeStt = 'acme';
