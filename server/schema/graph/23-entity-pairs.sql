-- Two entities that were compared and are, may be or were judged to be the same, or different.
create table entity_pairs (
  domain_id uuid not null,
  id uuid not null,
  a_id uuid not null,
  b_id uuid not null,
  decision text not null check (decision in ('same', 'unsure', 'different')),
  score double precision not null,
  reasons text[] not null,
  -- Those of the reasons that speak against it.
  against text[] not null default '{}',
  -- They are people on different sites, and called the same by nothing but their name.
  is_by_name boolean not null default false,
  -- The reason that keeps two apart though they are called the same.
  held_by text,
  -- By a person or a model; a judgement holds for good.
  judgement text check (judgement in ('same', 'different', 'unsure')),
  judged_by text,
  judged_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (domain_id, id),
  unique (domain_id, a_id, b_id),
  constraint entity_pairs_order check (a_id < b_id)
);
create index entity_pairs_b on entity_pairs (domain_id, b_id);

-- Entities that wait to be compared: a page named more than one transaction may compare, or a key that they share has
-- become too common, or rare again. A job takes them a few at a time.
create table entities_due (
  domain_id uuid not null,
  entity_id uuid not null,
  primary key (domain_id, entity_id)
);

-- The log of merges: `source_id` was merged into `target_id`. Rows of one decision share their `merge_id`.
create table merges (
  domain_id uuid not null,
  id uuid not null,
  merge_id uuid not null,
  target_id uuid not null,
  source_id uuid not null,
  score double precision not null,
  reasons text[] not null,
  against text[] not null default '{}',
  merged_by text not null,
  merged_at timestamptz(3) not null,
  -- Set when the merge was undone: by a person, or because its evidence is gone.
  reverted_by text,
  reverted_at timestamptz(3),
  primary key (domain_id, id),
  foreign key (domain_id, target_id) references entities (domain_id, id) on delete cascade,
  foreign key (domain_id, source_id) references entities (domain_id, id) on delete cascade
);
create index merges_target on merges (domain_id, target_id);
create index merges_decision on merges (domain_id, merge_id);
create index merges_source on merges (domain_id, source_id);
-- For retention.
create index merges_reverted on merges (domain_id, reverted_at) where reverted_at is not null;
