// Names, quotes, addresses and titles as somebody writes them who wants to harm a reader or break a page.

const scripts = [
  '<script>window.ran=1</script>',
  '<img src=x onerror="window.ran=1">',
  '<svg onload=window.ran=1>',
  '"><script>window.ran=1</script>',
  "'-window.ran=1-'",
  'javascript:window.ran=1',
  '</title><script>window.ran=1</script>',
  '<a href="javascript:window.ran=1">go</a>',
  '<iframe srcdoc="<script>parent.ran=1</script>"></iframe>',
  '{{constructor.constructor("window.ran=1")()}}',
  '$' + '{window.ran=1}',
  '<style>*{display:none}</style>',
  '<base href="https://elsewhere.example/">',
  '<meta http-equiv="refresh" content="0;url=https://elsewhere.example/">',
  '<math><mtext><script>window.ran=1</script></mtext></math>',
  '--><script>window.ran=1</script>',
  '\\u003cscript\\u003ewindow.ran=1',
  '&lt;script&gt;window.ran=1&lt;/script&gt;',
  'data:text/html,<script>window.ran=1</script>',
  '<details open ontoggle=window.ran=1>',
]

const shapes = [
  'x'.repeat(10_000),
  'Wide '.repeat(2_000),
  'no\u00a0break\u00a0'.repeat(300),
  '\u202eesrever si txet siht',
  '\u2066isolated\u2067 and back',
  'zero\u200bwidth\u200djoined\ufeffname',
  `e${'\u0301'.repeat(200)}`,
  'H̷̢̛̫̦̲̑͌͂̕e̶͉̽̾͛ ̵̡̮͖̄c̸̛̫̾o̸m̷e̸s',
  '👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦'.repeat(20),
  '名前'.repeat(500),
  'اسم طويل جدا '.repeat(100),
  'line one\nline two\nline three',
  '\t\ttabs\t\t',
  '%00%0a%2e%2e%2f',
  '../../../etc/passwd',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  '[object Object]',
]

/** 300 of them, each with a first name of its own, so that none is taken for another. */
export const hostileNames = Array.from({ length: 300 }, (_, at) => {
  const all = [...scripts, ...shapes]
  return `Mallory${at} ${all[at % all.length]}`
})

export const hostileAddresses = [
  'javascript:window.ran=1',
  'data:text/html,<script>window.ran=1</script>',
  'vbscript:x',
  'file:///etc/passwd',
]
