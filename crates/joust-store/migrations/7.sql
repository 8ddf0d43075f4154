-- What became of a version before it is judged again: failed, qualified or trouble; empty for one that is new. It
-- stands until the judge has found out anew.
ALTER TABLE version ADD COLUMN earlier TEXT NOT NULL DEFAULT '';
