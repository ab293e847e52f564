// breaks title-start
export const clockContract = {
  'never runs backwards': async () => {},
  'tells the time in UTC': async () => {},
};
