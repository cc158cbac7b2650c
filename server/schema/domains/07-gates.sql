-- A version of the gate. A draft was never published; a version that was, and is not now, is superseded.
create table gate_versions (
  domain_id uuid not null references domains (id) on delete cascade,
  version integer not null check (version > 0),
  rules jsonb not null,
  note text not null,
  created_at timestamptz(3) not null,
  created_by text not null,
  published_at timestamptz(3),
  -- A list of versions ends where it has become long.
  bytes integer not null generated always as (octet_length(rules::text)) stored,
  primary key (domain_id, version)
);

-- The gate of a domain. It names the published version, so that exactly one is.
create table gates (
  domain_id uuid primary key references domains (id) on delete cascade,
  published_version integer not null,
  -- The last number given. No number is given twice, not even that of a deleted draft: pages keep the version that
  -- judged them.
  last_version integer not null,
  foreign key (domain_id, published_version) references gate_versions (domain_id, version) deferrable initially deferred
);

-- No domain can commit without its gate.
alter table domains add constraint domains_gate foreign key (id) references gates (domain_id) deferrable initially deferred;
