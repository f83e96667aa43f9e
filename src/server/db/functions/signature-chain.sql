-- SHA-256 of an entry of a chain of signatures, in hex. Omits nulls, because columns that later versions add are null in earlier rows.
create or replace function app.entry_sha256(entry jsonb) returns text language sql immutable
  return encode(sha256(convert_to(jsonb_strip_nulls(entry - 'sha256')::text, 'UTF8')), 'hex');

-- Appends a row to the chain of its organization. Times are hashed in UTC.
create or replace function app.chain_signature() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public set timezone = 'UTC' as $$
declare head public.signature_heads;
begin
  new.chain := coalesce(new.organization_id, app.user_id());
  insert into public.signature_heads values (new.chain, 0, '') on conflict do nothing;
  select * into head from public.signature_heads where chain = new.chain for update;
  new.seq := head.seq + 1;
  new.prev_sha256 := head.sha256;
  new.sha256 := app.entry_sha256(to_jsonb(new));
  update public.signature_heads set seq = new.seq, sha256 = new.sha256 where chain = new.chain;
  return new;
end $$;
