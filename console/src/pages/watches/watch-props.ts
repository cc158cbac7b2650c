import type { Watch } from '../../shared/service/types.ts'

export interface WatchProps {
  domainId: string
  watch: Watch
}
