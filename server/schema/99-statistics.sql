-- The planner estimates by values that statistics list. A domain that is new, or small beside the others, is not in the
-- list: the planner takes it for empty, and reads all its rows where a key would find one. Without statistics on
-- `domain_id` plans are the same for all domains; but then the planner takes a domain for a 200th of its table, and still
-- reads all of it where the keys of some rows are given. From version 18 on it can be told how many there are, without any
-- list: a fifth of the table each, so that keys are used as soon as a domain is worth it. Long values are searched by indexes of their own, or never: sampling
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
    if kept.column_name = 'domain_id' and current_setting('server_version_num')::integer >= 180000 then
      execute format(
        'select pg_restore_attribute_stats(%L, %L, %L, %L, %L, %L, %L, false, %L, 0::real, %L, 16, %L, 5::real)',
        'schemaname', current_schema(), 'relname', kept.table_name, 'attname', 'domain_id', 'inherited', 'null_frac',
        'avg_width', 'n_distinct');
    end if;
  end loop;
end $$;
