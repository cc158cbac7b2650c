import { Polegraph } from '@polegraph/sdk/polegraph.ts'

/** The address of the console, without a slash at the end: a proxy may put it below a path. */
export const base = document.baseURI.replace(/[^/]*$/, '').replace(/\/+$/, '')

/** The part of it that the addresses of pages begin with. */
export const basePath = new URL(`${base}/`).pathname

export const polegraph = new Polegraph({ url: base })
