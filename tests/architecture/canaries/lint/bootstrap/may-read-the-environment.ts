export const innocent = process.env['HOME'];
