-- The autopilot of a domain that was made from a prompt. Each stage is taken in steps by one process at a time, and what
-- a step has done is written together with the stage that follows.
create table autopilots (
  domain_id uuid primary key references domains (id) on delete cascade,
  prompt text not null,
  stage text not null check (stage in ('brief', 'discover', 'crawling', 'assess', 'grow', 'steady', 'failed')),
  -- The stage that a retry goes back to.
  failed_stage text check (failed_stage in ('brief', 'discover', 'crawling', 'assess', 'grow')),
  cycle integer not null default 1 check (cycle >= 1),
  max_cycles integer not null check (max_cycles >= 1),
  brief jsonb,
  last_report jsonb,
  -- [{stage, cycle, started_at, finished_at, note}]; the last entry is the present stage.
  history jsonb not null,
  error text,
  -- The discovery or the plan that the stage waits for.
  work_id uuid,
  assessed_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- When a process takes the next step; null in the stages steady and failed.
  due_at timestamptz(3),
  -- The process that takes a step extends the lease. After its end another process takes the step.
  lease_ends timestamptz(3),
  -- Raised whenever a process takes a step: what another one writes later is known by an older number.
  fence bigint not null default 0,
  -- How often a step has failed unexpectedly since one last succeeded. Processes that were killed do not count.
  attempts integer not null default 0,
  constraint autopilots_failed check (
    (stage = 'failed') = (error is not null) and (stage = 'failed') = (failed_stage is not null)
  ),
  constraint autopilots_over check ((stage in ('steady', 'failed')) = (due_at is null))
);
