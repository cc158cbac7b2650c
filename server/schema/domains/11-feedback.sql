create table feedback (
  project_id uuid not null references projects (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('problem', 'idea')),
  message text not null,
  -- The domain that the feedback is about. Not a reference: feedback outlives the domain.
  subject_domain_id uuid,
  context jsonb,
  created_at timestamptz(3) not null,
  created_by text not null,
  primary key (project_id, id)
);
