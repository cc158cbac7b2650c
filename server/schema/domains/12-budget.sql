-- What the models of a domain cost in one month (UTC).
create table budget_months (
  domain_id uuid not null references domains (id) on delete cascade,
  month date not null check (extract(day from month) = 1),
  spent_usd numeric(14, 6) not null check (spent_usd >= 0),
  -- The sum of the month's reservations.
  reserved_usd numeric(14, 6) not null check (reserved_usd >= 0),
  primary key (domain_id, month)
);

-- A reservation holds the highest possible cost of one model call while the call is under way.
create table budget_reservations (
  domain_id uuid not null,
  id uuid not null,
  month date not null,
  amount_usd numeric(14, 6) not null check (amount_usd >= 0),
  reserved_at timestamptz(3) not null,
  primary key (domain_id, id),
  foreign key (domain_id, month) references budget_months (domain_id, month) on delete cascade
);
create index budget_reservations_month on budget_reservations (domain_id, month);
create index budget_reservations_reserved_at on budget_reservations (reserved_at);

-- The cost of all models in one month, of a project or of `all` projects, for the operator's own caps. Calls under way count with
-- the most that they can cost. It outlives the domains: deleting one gives no money back.
create table model_spend (
  holder text not null,
  month date not null check (extract(day from month) = 1),
  spent_usd numeric(14, 6) not null check (spent_usd >= 0),
  primary key (holder, month)
);

-- How often a model was asked for a purpose in one month, and what that cost.
create table model_usage (
  domain_id uuid not null references domains (id) on delete cascade,
  month date not null check (extract(day from month) = 1),
  purpose text not null,
  model text not null,
  calls bigint not null,
  tokens_input bigint not null,
  -- Part of tokens_input.
  tokens_cached bigint not null,
  tokens_output bigint not null,
  spend_usd numeric(14, 6) not null check (spend_usd >= 0),
  primary key (domain_id, month, purpose, model)
);
