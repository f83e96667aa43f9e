import type pg from 'pg'

/** The schemas of Attend. The queue manages its own. */
const schemas = ['app', 'public', 'test_payments']

/** One statement per object, sorted: equal databases give equal lists. Columns are in the order of their table. */
const objects = `
  with relations as (
    select c.*, format('%I.%I', n.nspname, relname) as name
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname = any ($1) and relkind in ('r', 'S', 'c')),
  functions as (
    select p.*, format('%I.%I(%s)', n.nspname, proname, pg_get_function_identity_arguments(p.oid)) as name
    from pg_proc p join pg_namespace n on n.oid = pronamespace where nspname = any ($1)),
  columns as (
    select attrelid, string_agg(format(E'\\n  %I %s', attname, concat_ws(' ', format_type(atttypid, atttypmod),
        case attgenerated when 's' then 'generated always as (' || pg_get_expr(adbin, adrelid, true) || ') stored'
          else 'default ' || pg_get_expr(adbin, adrelid, true) end,
        case when attidentity <> '' then 'generated as identity' end, case when attnotnull then 'not null' end,
        case when attstorage <> typstorage then 'storage ' || attstorage::text end)), ',' order by attnum) as list
    from pg_attribute join pg_type t on t.oid = atttypid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped group by 1)
  select text from (
  select 1 as kind, nspname::text as name, '' as part, format('create schema %I', nspname) as text
    from pg_namespace where nspname = any ($1)
  union all select 2, name, '', format('create type %s as (%s)', name, list)
    from relations r join columns on attrelid = r.oid where relkind = 'c'
  union all select 3, name, '', concat_ws(' ', format(E'create table %s (%s\\n)', name, list), 'with (' || array_to_string(reloptions, ', ') || ')')
    from relations r join columns on attrelid = r.oid where relkind = 'r'
  union all select 3, name, '', format('create sequence %s', name) from relations where relkind = 'S'
  union all select 3, name, '1 ' || conname, format('alter table %s add constraint %I %s', name, conname, pg_get_constraintdef(k.oid, true))
    from relations r join pg_constraint k on conrelid = r.oid where contype <> 'n'
  union all select 3, name, '2 ' || i.relname, pg_get_indexdef(indexrelid, 0, true)
    from relations r join pg_index x on indrelid = r.oid join pg_class i on i.oid = indexrelid
    where not exists (select from pg_constraint where conindid = indexrelid)
  union all select 3, name, '3 ' || tgname, pg_get_triggerdef(t.oid, true)
    from relations r join pg_trigger t on tgrelid = r.oid where not tgisinternal
  union all select 3, name, '4', format('alter table %s %s row level security', name, word)
    from relations, lateral (values ('enable', relrowsecurity), ('force', relforcerowsecurity)) security (word, is_on) where relkind = 'r' and is_on
  union all select 3, name, '5 ' || polname, concat_ws(' ', format('create policy %I on %s as %s for %s to %s', polname, name,
      case when polpermissive then 'permissive' else 'restrictive' end,
      case polcmd when '*' then 'all' when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' else 'delete' end,
      (select string_agg(case role when 0 then 'public' else role::regrole::text end, ', ' order by role::regrole::text) from unnest(polroles) role)),
      'using (' || pg_get_expr(polqual, polrelid, true) || ')', 'with check (' || pg_get_expr(polwithcheck, polrelid, true) || ')')
    from relations r join pg_policy on polrelid = r.oid
  union all select 4, name, '', concat_ws(E'\\n', format('create function %s returns %s language %s %s', name, pg_get_function_result(f.oid), lanname,
      concat_ws(' ', case provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end,
        case proparallel when 's' then 'parallel safe' end, case when prosecdef then 'security definer' end, case when proisstrict then 'strict' end,
        case when proretset then 'rows ' || prorows end, array_to_string(proconfig, ', '))),
      case when $2 then pg_get_functiondef(f.oid) end)
    from functions f join pg_language l on l.oid = prolang
  union all select 5, name, grantee || privilege, format('grant %s on %s to %s', privilege, name, grantee) from (
      select name, privilege_type as privilege, grantee from relations, aclexplode(relacl) where grantee <> relowner
      union all select name, privilege_type || ' (' || string_agg(attname, ', ' order by attnum) || ')', grantee
        from relations r join pg_attribute on attrelid = r.oid, aclexplode(attacl) where grantee <> relowner group by name, privilege_type, grantee
      union all select 'function ' || name, privilege_type, grantee from functions, aclexplode(coalesce(proacl, acldefault('f', proowner)))
        where grantee <> proowner
      union all select 'schema ' || nspname, privilege_type, grantee from pg_namespace, aclexplode(nspacl)
        where nspname = any ($1) and grantee <> nspowner) privileges (name, privilege, role),
    lateral (select case role when 0 then 'public' else role::regrole::text end) who (grantee)
  union all select 6, name, attname, format('comment on column %s.%I is %L', name, attname, description)
    from relations r join pg_description d on objoid = r.oid and classoid = 'pg_class'::regclass join pg_attribute on attrelid = r.oid and attnum = objsubid
  ) objects order by kind, name collate "C", part collate "C", text collate "C"`

/**
 * The schema of a database as SQL, with the names of roles as in the files of schema/. Leaves out
 * the bodies of functions, which are in functions/, unless `withBodies` is set.
 */
export async function describeSchema(client: pg.ClientBase, withBodies = false): Promise<string> {
  const { rows } = await client.query<{ text: string }>(objects, [schemas, withBodies])
  const text = rows.map((row) => `${row.text};\n`).join('')
  return text.replaceAll(/\b(app_(?:owner|web|worker|auth|payments|admin|backup))_\d+\b/g, '$1')
}
