// What a worker does with the hosts that it holds, for whoever runs one.

export { selectPlainSource as hasPlainSource, selectSourceHosts as sourceHosts } from '../frontier/queries.ts'
export {
  borrowHost,
  type HostRelease,
  selectNextDue as nextDue,
  updateForgottenHosts as openForgottenHosts,
  updateHostLeases as extendHostLeases,
  updateHostsReleased as releaseHosts,
  updatePageLeases as extendPageLeases,
} from './queries.ts'
