// How the embedded PostgreSQL is set, for a machine with two cores and little memory that does other things too. Given on the
// command line at each start, so that a folder has no settings that could be old.

/** Connections of the service, of a backup and of somebody who looks; each takes some memory. */
const connections = 40

/** Settings that PostgreSQL has had since version 15. */
export const commonSettings: Record<string, string> = {
  // Only a socket in the folder of the database, which is closed to others: no port, no password. The path is relative to that
  // folder, because the address of a socket ends at 107 bytes.
  listen_addresses: '',
  unix_socket_directories: '.',
  unix_socket_permissions: '0700',
  max_connections: String(connections),

  // What is answered is on the disk. These are PostgreSQL's defaults, said here because everything else may be tuned.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // After a crash all files are made to reach the disk first: one call, where a call for each of a thousand files took seconds.
  recovery_init_sync_method: 'syncfs',

  // Memory. The system's own cache holds the files too, so a small buffer costs little. Parts that grow are kept in files of the
  // folder: /dev/shm has 64 MB in a container.
  shared_buffers: '32MB',
  work_mem: '4MB',
  maintenance_work_mem: '64MB',
  dynamic_shared_memory_type: 'mmap',
  huge_pages: 'off',

  // Processes. Statements are short, and there are two cores: none is worth several processes.
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  max_worker_processes: '2',
  max_logical_replication_workers: '0',
  autovacuum_max_workers: '1',

  // The log of changes serves crashes alone: nothing is replicated.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  min_wal_size: '32MB',

  // Said to the service, which says it in its own log. Statements hold what users wrote, and are not said.
  log_destination: 'stderr',
  log_line_prefix: '',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
  log_timezone: 'UTC',
  lc_messages: 'C',
}

export const serverSettings: Record<string, string> = {
  ...commonSettings,
  // Settings of version 18 that, like those of earlier versions, keep its processes few.
  io_method: 'sync',
  autovacuum_worker_slots: '1',
}

/** For one who loads all of an empty database, and is alone with it: indexes are built in memory. */
export const loadingSettings: Record<string, string> = {
  maintenance_work_mem: '256MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '30min',
  autovacuum: 'off',
}
