import { PolegraphError } from '@polegraph/sdk/polegraph-error.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { tidied } from '../../shared/forms/rule-fields.ts'
import { useAction } from '../../shared/forms/use-action.tsx'
import type { useDraft } from '../../shared/forms/use-draft.ts'
import { polegraph } from '../../shared/service/client.ts'
import type { GateVersion } from '../../shared/service/types.ts'
import type { GateDraft } from './rules-form.tsx'
import { versionQuery } from './version-query.ts'

export const draftOfVersion = ({ rules, note }: GateVersion): GateDraft => ({ ...rules, note })

/** Saves a draft, or makes a new one of a version that is no draft any more and leads there. */
export function useSaveVersion(domainId: string, version: GateVersion, edit: ReturnType<typeof useDraft<GateDraft>>) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const isDraft = version.status === 'draft'
  const readNow = async () => {
    const now = await queries.fetchQuery({ ...versionQuery(domainId, version.version), staleTime: 0 })
    return { fields: draftOfVersion(now.version), etag: now.etag }
  }
  return useAction({
    call: ({ note, ...rules }: GateDraft) => {
      edit.settle()
      const body = { rules: tidied(rules), note }
      return isDraft
        ? polegraph.gate.changeVersion(domainId, version.version, body, { if_match: edit.etag })
        : polegraph.gate.createVersion(domainId, body)
    },
    says: 'The draft is saved',
    refreshes: ['d', domainId, 'gate'],
    onDone: async (saved, sent) => {
      if (isDraft) edit.saved(await readNow(), sent)
      else
        await navigate({
          to: '/d/$domainId/gate',
          params: { domainId },
          search: { version: String(saved.version) },
          ignoreBlocker: true,
        })
    },
    onFailed: async (error) => {
      if (error instanceof PolegraphError && error.status === 412) edit.rebase(await readNow())
    },
  })
}
