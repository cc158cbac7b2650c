-- A file that somebody has imported. Its rows are kept as they came, in parts, because they are the evidence of what they say.
create table imports (
  domain_id uuid not null references domains (id) on delete cascade,
  id uuid not null,
  -- What the file is called, and so the source of its rows.
  name text not null check (name <> ''),
  format text not null check (format in ('csv', 'ndjson', 'ftm', 'graphml')),
  status text not null check (
    status in ('receiving', 'queued', 'running', 'finished', 'failed', 'taking_back', 'taken_back')
  ),
  -- An Idempotency-Key, and a hash of the file: the same key with another file is refused.
  key text,
  hash text,
  -- How its rows are read: of a table the columns and what they mean, of GraphML the names of its fields.
  layout jsonb not null,
  bytes bigint not null default 0,
  rows integer not null default 0,
  rows_done integer not null default 0,
  rows_failed integer not null default 0,
  -- How often writing the next part failed.
  failures integer not null default 0,
  errors jsonb not null default '[]',
  -- What the whole file did, once it is finished: entities_new, entities_matched, pairs_waiting, relationships.
  outcome jsonb,
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (domain_id, id)
);
create unique index imports_key on imports (domain_id, key) where key is not null;
create index imports_open on imports (domain_id, id) where status in ('receiving', 'queued', 'running', 'taking_back');

-- Some rows of a file, which are written in one transaction. Claims name a part as others name a page.
create table import_parts (
  domain_id uuid not null,
  id uuid not null,
  import_id uuid not null,
  -- Relationships come after all entities, because they name them.
  stage integer not null check (stage in (1, 2)),
  seq integer not null,
  text text not null,
  -- Where each row begins in the text, in UTF-16 code units, and its number in the file.
  row_starts integer[] not null,
  row_numbers integer[] not null,
  is_written boolean not null default false,
  primary key (domain_id, id),
  foreign key (domain_id, import_id) references imports (domain_id, id) on delete cascade
);
create index import_parts_import on import_parts (domain_id, import_id, is_written, stage, seq);

-- The things of a file by the ids that it has for them, for the relationships that name these.
create table import_refs (
  domain_id uuid not null,
  import_id uuid not null,
  ref text not null,
  kind text not null,
  name text not null,
  external_ids jsonb not null,
  primary key (domain_id, import_id, ref),
  foreign key (domain_id, import_id) references imports (domain_id, id) on delete cascade
);
