-- Oldest release beside: 0.1.0
-- Links may end by themselves. Older releases beside do not ask and serve them until they are gone.
alter table "calendar_link" add column "expires_on" date null;
