import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'empty-answer',
  about: 'Hangs up without a word.',
  answer(socket) {
    socket.end()
  },
  expect: { failure: 'cut_off', message: 'connection closed', page: { status: 'failed', error: 'connection closed' } },
}
