import { assert } from 'chai';
import { resetMail } from '../../application/accounts/reset-mail.ts';

describe('the mail to reset a password', () => {
  it('carries the link in both forms, and says how long it works', () => {
    const mail = resetMail('ada@example.com', 'https://app.example.com', 'token-1');
    assert.equal(mail.to, 'ada@example.com');
    assert.include(mail.text, '\nhttps://app.example.com/reset-password?token=token-1\n');
    assert.include(mail.html, '<a href="https://app.example.com/reset-password?token=token-1">');
    for (const form of [mail.text, mail.html]) assert.include(form, 'within 60 minutes');
  });

  it('lets no address of a page become HTML', () => {
    const { html } = resetMail('ada@example.com', 'https://app.example.com/"><script>&', 't');
    assert.include(html, 'href="https://app.example.com/&quot;&gt;&lt;script&gt;&amp;/reset-password?token=t"');
  });
});
