import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'reset-at-once',
  about: 'Resets the connection instead of an answer.',
  answer(socket) {
    socket.resetAndDestroy()
  },
  expect: { failure: 'cut_off', message: 'connection closed', page: { status: 'failed', error: 'connection closed' } },
}
