-- Oldest release beside: 0.1.0
-- Who signs in with an initial password registers from where it was entered. A window without a network, as older
-- releases beside open it, lets nobody in; who signs in again has another one.
alter table "registration_window" add column "network" varchar(64) null;
