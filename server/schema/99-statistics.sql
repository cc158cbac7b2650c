-- The planner estimates by values that statistics list. A domain that is new, or small beside the others, is not in the
-- list: the planner takes it for empty, and reads all its rows where a key would find one. Without statistics on
-- `domain_id` plans are the same for all domains. Long values are searched by indexes of their own, or never: sampling
-- them is most of what `analyze` costs.
do $$
declare
  kept record;
begin
  for kept in
    select c.table_name, c.column_name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
      and (c.column_name in ('domain_id', 'text', 'quote') or c.data_type in ('jsonb', 'bytea', 'tsvector'))
  loop
    execute format('alter table %I alter column %I set statistics 0', kept.table_name, kept.column_name);
  end loop;
end $$;
