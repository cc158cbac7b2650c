/** The look of the reference, after the colours of the console. */
export const style = `:root { color-scheme: light dark; --line: #d5dbe3; --soft: #f4f6f9; --faint: #5b6675; --link: #1c5fb8; --page: #fff; --text: #16202c }
@media (prefers-color-scheme: dark) {
  :root { --line: #364152; --soft: #1b2430; --faint: #9aa7b8; --link: #7db4ff; --page: #121922; --text: #e6ecf3 }
}
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body { margin: 0; display: grid; grid-template-columns: 17rem minmax(0, 1fr); font: 16px/1.5 system-ui, sans-serif; background: var(--page); color: var(--text) }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1rem; border-right: 1px solid var(--line); font-size: .875rem }
nav ul { list-style: none; margin: 0; padding: 0 }
nav ul ul { margin: .15rem 0 .6rem .6rem }
nav summary { font-weight: 600; margin-bottom: .5rem }
main { padding: 1.5rem clamp(1rem, 4vw, 3rem) 4rem; max-width: 60rem; min-width: 0 }
a { color: var(--link); text-decoration: none }
a:hover, a:focus-visible { text-decoration: underline }
h1 { margin-top: 0 }
h2 { margin: 2.5rem 0 .5rem; padding-top: .5rem; border-top: 1px solid var(--line) }
h4 { margin: 1rem 0 .25rem }
article { margin: 2rem 0; padding: 1rem; border: 1px solid var(--line); border-radius: .5rem }
article h3 { margin: 0 }
article:target { border-color: var(--link) }
code, pre { font: .875em/1.45 ui-monospace, monospace }
code { overflow-wrap: anywhere }
pre { overflow-x: auto; padding: .75rem; background: var(--soft); border-radius: .375rem }
.call { margin: .25rem 0 }
.method { display: inline-block; min-width: 4em; padding: .05rem .4rem; border-radius: .25rem; background: var(--soft); font: 600 .8rem/1.6 ui-monospace, monospace; text-align: center }
.versions, .rule, .type { color: var(--faint) }
.rule, .type { font-size: .875rem }
dl { margin: 0 }
dt { margin-top: .6rem }
dd { margin: 0 0 0 1rem }
.answers { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .25rem .75rem }
.answers dt { margin: 0; font-weight: 600 }
.answers dd { margin: 0; min-width: 0 }
summary { cursor: pointer }
section > details { margin: .5rem 0 }
@media (max-width: 52rem) {
  body { display: block }
  nav { position: static; height: auto; max-height: 40vh; border-right: 0; border-bottom: 1px solid var(--line) }
}
`
