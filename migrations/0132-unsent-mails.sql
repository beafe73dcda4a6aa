-- Oldest release beside: 0.1.0
-- Unsent mails are found and counted without those that were sent, which are kept.
create index "outgoing_mail_unsent_index" on "outgoing_mail" ("next_attempt_at") where "sent_at" is null;
drop index "outgoing_mail_next_attempt_at_index";
