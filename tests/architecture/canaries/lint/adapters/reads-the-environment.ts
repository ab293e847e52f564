// breaks node(no-process-env)
export const canary = process.env['HOME'];
