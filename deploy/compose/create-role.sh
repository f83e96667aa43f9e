#!/bin/sh
# Runs once, when the database is created: a user without superuser rights that owns the database of Attend.
set -eu
psql --username=postgres --set=ON_ERROR_STOP=1 --set=password="$DATABASE_PASSWORD" <<'SQL'
create role attend login createrole password :'password';
create database attend owner attend;
SQL
