-- The first answer to a POST that came with an Idempotency-Key, kept for 24 hours.
create table idempotent_answers (
  -- Hash of the caller's credential, its project and the key.
  id bytea primary key check (length(id) = 32),
  -- Keyed hash of method, path and body.
  request_hash bytea not null check (length(request_hash) = 32),
  -- Status, headers and body, encrypted with a key that only the caller can derive: an answer may hold a secret that
  -- is otherwise stored as a hash only. Null while a call without a transaction of its own is under way.
  answer bytea,
  created_at timestamptz(3) not null
);
create index idempotent_answers_created_at on idempotent_answers (created_at);
