import { Session } from 'node:inspector'

interface FromThread {
  params: { sessionId: string; message: string }
}

/**
 * Runs an expression in all threads of this process, each in the midst of what it does: a message would wait until it
 * has done that. The inspector is the one part of Node that can. It is attached for that moment only.
 */
export async function evaluateInThreads(expression: string): Promise<void> {
  const session = new Session()
  session.connect()
  try {
    const threads: string[] = []
    session.on('NodeWorker.attachedToWorker', ({ params }) => threads.push(params.sessionId))
    await post(session, 'NodeWorker.enable', { waitForDebuggerOnStart: false })
    await Promise.all(threads.map((thread) => evaluateIn(session, thread, expression)))
  } finally {
    session.disconnect()
  }
}

/** Resolves when the thread has run it, or has ended. */
async function evaluateIn(session: Session, thread: string, expression: string): Promise<void> {
  const answered = new Promise<void>((resolve) => {
    const take = ({ params }: FromThread) => params.sessionId === thread && resolve()
    session.on('NodeWorker.receivedMessageFromWorker', take)
    session.on('NodeWorker.detachedFromWorker', ({ params }) => params.sessionId === thread && resolve())
  })
  const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } })
  await post(session, 'NodeWorker.sendMessageToWorker', { sessionId: thread, message })
  await answered
}

function post(session: Session, method: string, params: object): Promise<void> {
  return new Promise((resolve, reject) => {
    session.post(method, params, (error) => (error ? reject(error) : resolve()))
  })
}
