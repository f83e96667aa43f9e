-- A code of an authenticator app confirms the identity of a signer.
alter table auth_sessions drop constraint auth_sessions_confirmed_with_check;
alter table auth_sessions add constraint auth_sessions_confirmed_with_check check (confirmed_with in ('password', 'passkey', 'totp'));
alter table note_signatures drop constraint note_signatures_auth_method_check;
alter table note_signatures add constraint note_signatures_auth_method_check
  check (auth_method in ('password', 'passkey', 'totp', 'demo'));
alter table note_addenda drop constraint note_addenda_auth_method_check;
alter table note_addenda add constraint note_addenda_auth_method_check check (auth_method in ('password', 'passkey', 'totp', 'demo'));
