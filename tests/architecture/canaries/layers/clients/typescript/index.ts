export const client = 'asks the API';
