// breaks banned-title
// breaks title-start
describe('a campaign', () => {
  it('loses nobody', () => {});
  it('and dials the next contact', () => {});
});
