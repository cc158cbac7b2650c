-- The live claims of an entity or a relationship, counted: one row for each value, host and origin. So an entity of
-- which ten thousand pages speak is put together from a few rows.
create table facts (
  domain_id uuid not null,
  -- An entity or a relationship.
  owner_id uuid not null,
  -- '' for the owner's existence; name, alias, summary, when, where, url, attr:<key>, id:<register>; since, until, said_as.
  -- Claims that only report or deny something of an entity support nothing of it: 'reported' and 'denied' count them, 'named'
  -- the names in them.
  field text not null,
  value_key text not null,
  host text not null,
  origin text not null,
  value jsonb not null,
  -- How many claims.
  n integer not null check (n > 0),
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  primary key (domain_id, owner_id, field, value_key, host, origin)
) with (fillfactor = 80); -- Room to count in place.
-- For the entities that a host speaks of.
create index facts_host on facts (domain_id, host, owner_id) where field = '';
-- For the country that most towns of a host are in.
create index facts_places on facts (domain_id, host, owner_id) where field in ('where', 'place:guess');
