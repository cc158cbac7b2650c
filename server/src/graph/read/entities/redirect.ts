import { Redirect } from '../../../platform/http/handlers.ts'

/** The same path with another id: `/v1/domains/<id>/entities/<id>…` */
export function redirect({ url }: { url: string }, id: string): Redirect {
  return new Redirect(url.replace(/^((?:\/[^/?]+){4})\/[^/?]+/, `$1/${id}`), id)
}
