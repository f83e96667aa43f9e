-- The language of the text that is drafted with a template. New fields of sections have defaults in the contract.
alter table note_templates add column language text not null default 'en';
alter table note_template_versions add column language text not null default 'en';
grant update (language) on note_templates to app_web;
