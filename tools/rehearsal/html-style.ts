/** The style of the page, for light and dark screens and for print. */
export const reportStyle = `
:root { color-scheme: light dark; --ink: #1b1b1f; --paper: #ffffff; --quiet: #55555f; --rule: #c9c9d2; --good: #176a32; --bad: #a3141c; --open: #7a4b00; --link: #0b4fa8; }
@media (prefers-color-scheme: dark) { :root { --ink: #ececf1; --paper: #17171b; --quiet: #b4b4c0; --rule: #45454f; --good: #6fd08c; --bad: #ff9a9f; --open: #f0c060; --link: #8ab8ff; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
a { color: var(--link); }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; color: var(--quiet); padding-block: 0.5rem; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.8rem 0.4rem 0; border-top: 1px solid var(--rule); }
article { border-left: 0.3rem solid var(--rule); padding-left: 1rem; margin-block: 2rem; }
article.passed { border-color: var(--good); }
article.failed { border-color: var(--bad); }
article.error, article.undecided { border-color: var(--open); }
.passed h3 { color: var(--good); }
.failed h3 { color: var(--bad); }
.error h3, .undecided h3 { color: var(--open); }
li span { color: var(--quiet); font-variant-numeric: tabular-nums; }
li.caller { margin-left: 1.5rem; }
audio { width: 100%; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
code { overflow-wrap: anywhere; }
`;
