// breaks typescript(ban-ts-comment)
// @ts-ignore
export const canary: number = 'one';
