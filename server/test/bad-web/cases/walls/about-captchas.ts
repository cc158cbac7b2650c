import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'about-captchas',
  about: 'An article about captchas is no captcha.',
  serve(_request, response) {
    const text = 'The captcha asks to verify you are human. It was made to tell people from machines. '.repeat(12)
    sendPage(response, `<title>How captchas came to be</title><h1>Captcha</h1><p>${text}</p>`)
  },
  expect: { status: 200, page: { status: 'extracted', text: 'It was made to tell people from machines.' } },
}
