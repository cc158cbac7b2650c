-- Every state that an entity or a relationship was in, in the order of commits. Serves history, `as_of` and changes. States
-- that were superseded long ago are forgotten: `domains.history_since`.
create table graph_changes (
  domain_id uuid not null,
  seq bigint not null,
  at timestamptz(3) not null,
  -- When the next state of the same entity or relationship began; null while this one holds.
  until timestamptz(3),
  type text not null check (type in ('entity', 'relationship')),
  id uuid not null,
  change text not null check (change in ('entered', 'changed', 'left', 'merged')),
  -- The state from then on; null when it has left the graph, {merged_into} when another row stands for it.
  doc jsonb,
  -- The difference to the next state, once there is one and the document is large: then `doc` has only the fields
  -- that statements look at. Null while `doc` is whole.
  difference jsonb,
  -- Who made the change: the pipeline, or a person.
  actor text not null,
  reason text,
  primary key (domain_id, seq)
);
create index graph_changes_id on graph_changes (domain_id, id, seq);
create index graph_changes_at on graph_changes (domain_id, type, at);
-- For the graph of an earlier time: which row stood for which.
create index graph_changes_merged on graph_changes (domain_id, (doc ->> 'merged_into')) where doc ->> 'merged_into' is not null;
