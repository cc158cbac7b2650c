-- Decisions of people about the graph. The graph is a view over claims and decisions, so taking one back gives exactly
-- what was there without it.

-- A value that a person set. It is a fact of its owner, beside those that pages state, and the one that is shown.
create table pins (
  domain_id uuid not null,
  -- An entity or a relationship.
  owner_id uuid not null,
  -- As in facts; '' says that a person vouches for the owner, and holds the kind and name to show without evidence.
  field text not null,
  value_key text not null,
  -- Null where the person said that there is none.
  value jsonb not null,
  set_at timestamptz(3) not null,
  primary key (domain_id, owner_id, field, value_key)
);

-- A tombstone keeps deleted what a person deleted: it hides the rows that it was made for, and those that turn out to be the
-- same.
-- A deleted attribute is pinned to null.
create table tombstones (
  domain_id uuid not null,
  id uuid not null,
  type text not null check (type in ('entity', 'relationship', 'attribute')),
  -- The deleted entity or relationship, or the entity that lost an attribute.
  target_id uuid not null,
  -- The attribute that was deleted.
  attribute text,
  -- How the target looked: kind and name, or the two ends and the type.
  label jsonb not null,
  -- Names, ids and dates of a deleted entity, with which others are compared.
  profile jsonb,
  -- The rows that it was made for. While it is lifted: those that it had hidden.
  row_ids uuid[] not null,
  reason text,
  created_by text not null,
  created_at timestamptz(3) not null,
  lifted_at timestamptz(3),
  -- Pages that were read and would have brought the target back.
  blocked_count integer not null default 0,
  last_blocked_at timestamptz(3),
  primary key (domain_id, id)
);
create index tombstones_target on tombstones (domain_id, target_id);

-- The blocking keys of the profile, as in entity_keys.
create table tombstone_keys (
  domain_id uuid not null,
  key text not null,
  tombstone_id uuid not null,
  primary key (domain_id, key, tombstone_id)
);
create index tombstone_keys_tombstone on tombstone_keys (domain_id, tombstone_id);

-- Mentions of a name on a page that a person gave to a part of a split entity.
create table split_mentions (
  domain_id uuid not null,
  page_id uuid not null,
  -- Kind and name of the mention as they are compared.
  name_key text not null,
  entity_id uuid not null,
  primary key (domain_id, page_id, name_key)
);

-- Types of relationships that a person called the same as another. Relationships keep the word of their claims, and show the type
-- that follows from these rows.
create table relation_types (
  domain_id uuid not null,
  type text not null,
  -- Null where that was taken back, while some relationships still show the other type.
  same_as text,
  -- More relationships than one transaction may change still show another type: a job changes them.
  is_due boolean not null,
  primary key (domain_id, type)
);
create index relation_types_due on relation_types (domain_id) where is_due;

-- Every change that a person made to the graph, in order.
create table audit (
  domain_id uuid not null,
  id uuid not null,
  seq bigint not null,
  at timestamptz(3) not null,
  actor text not null,
  request_id text not null,
  action text not null,
  -- type, id and name of what was changed.
  target jsonb not null,
  -- All entities that it is about.
  entity_ids uuid[] not null,
  -- As users see it.
  before jsonb,
  after jsonb,
  reason text,
  -- The entry that this one took back.
  undoes uuid,
  -- The entry that took this one back.
  undone_by uuid,
  -- Entries of one batch share it.
  batch_id uuid,
  primary key (domain_id, id),
  unique (domain_id, seq)
);
create index audit_entities on audit using gin (entity_ids);
create index audit_actor on audit (domain_id, actor, seq);
create index audit_batch on audit (domain_id, batch_id, seq) where batch_id is not null;
create index audit_action on audit (domain_id, action, seq);

-- The decisions that an entry changed, each with its state before and after. An entry is overtaken when a later one has
-- changed one of its decisions again.
create table audit_decisions (
  domain_id uuid not null,
  audit_seq bigint not null,
  -- The decision that was changed: `pin <of> <owner> <field>`, `pair <a> <b>`, `tombstone <id>`, `head <id>`, `split <id>`.
  key text not null,
  before jsonb,
  after jsonb,
  primary key (domain_id, audit_seq, key)
);
create index audit_decisions_key on audit_decisions (domain_id, key, audit_seq);
