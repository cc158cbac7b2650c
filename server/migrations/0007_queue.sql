alter table pages add column error_code text, add column before_error_code text, add column read_error_code text;
alter table dead_letters add column error_code text;
alter table crawl_lanes add column is_open boolean not null default true;
