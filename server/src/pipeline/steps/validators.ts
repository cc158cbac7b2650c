import type { Validators } from '../../crawl/page-ending.ts'
import type { FetchAnswer } from '../../web/fetch/fetcher.ts'

/** A 304 need not repeat the validators, so those of before are kept. */
export function validatorsOf(answer: FetchAnswer, bytesHash: string | null, before?: Validators): Validators {
  return {
    etag: answer.etag ?? before?.etag ?? null,
    last_modified: answer.last_modified ?? before?.last_modified ?? null,
    bytes_hash: bytesHash,
  }
}
