-- Every migration from 0100 on says in a line `-- Oldest release beside: 0.1.0` which release may still run on
-- the database after it: that one and newer ones start, although they do not know the migration; older ones refuse.
alter table "migration" add column "oldest_release" text;
