import type { WorkerAnswer, WorkerRequest } from './graph-worker.ts'

/** Has the worker do one thing. What is called back ends with the function that this returns. */
export function askWorker(request: WorkerRequest, onAnswer: (answer: WorkerAnswer) => void): () => void {
  const worker = new Worker(new URL('./graph-worker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
    worker.terminate()
    onAnswer(data)
  }
  worker.postMessage(request)
  return () => worker.terminate()
}
