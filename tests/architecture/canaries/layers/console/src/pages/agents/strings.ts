export const strings = { title: 'Agents' };
