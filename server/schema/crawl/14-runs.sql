-- A crawl run. Its counters equal a count over its pages at every commit.
create table runs (
  domain_id uuid not null references domains (id) on delete cascade,
  id uuid not null,
  status text not null check (status in ('running', 'finished', 'cancelled')),
  -- What began it.
  trigger text not null default 'call' check (trigger in ('call', 'plan', 'schedule')),
  started_at timestamptz(3) not null,
  finished_at timestamptz(3),
  -- Why it ended: nothing is left, or links wait for room or are held back.
  end_reason text,
  pages_total integer not null,
  pages_done integer not null,
  pages_unchanged integer not null,
  pages_deterministic integer not null,
  pages_agentic integer not null,
  pages_irrelevant integer not null,
  pages_skipped integer not null,
  pages_failed integer not null,
  entities_added integer not null,
  tokens_input bigint not null,
  tokens_output bigint not null,
  spend_usd numeric(14, 6) not null,
  primary key (domain_id, id),
  constraint runs_done_is_sum check (
    pages_done = pages_unchanged + pages_deterministic + pages_agentic + pages_irrelevant + pages_skipped + pages_failed
  ),
  constraint runs_done_within_total check (pages_done between 0 and pages_total),
  constraint runs_finished check ((status = 'running') = (finished_at is null)),
  constraint runs_end_reason check ((status = 'running') = (end_reason is null))
);
create unique index runs_active on runs (domain_id) where status = 'running';
