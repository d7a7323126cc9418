-- What was asked, one row per recall; the newest of each space are kept.
CREATE TABLE recalls (
  ref           INTEGER PRIMARY KEY,
  space         INTEGER NOT NULL REFERENCES spaces ON DELETE CASCADE,
  at            INTEGER NOT NULL,
  question_hash TEXT    NOT NULL,
  question      TEXT, -- only where the application asked for it
  outcome       TEXT    NOT NULL,
  took_ms       REAL    NOT NULL,
  items         TEXT    NOT NULL, -- JSON list of nodes.ref: a forgotten message is in no row, its number leads nowhere
  details       TEXT    NOT NULL  -- JSON
);
CREATE INDEX recalls_by_time ON recalls (space, at, ref);
CREATE INDEX recalls_with_question ON recalls (space) WHERE question IS NOT NULL; -- forgetting looks through them
-- Recalls that were ever logged; it tells when the oldest are to go, whichever process writes.
ALTER TABLE spaces ADD COLUMN recall_count INTEGER NOT NULL DEFAULT 0;

-- Words that mean the same in a space, as people said. Other names of a space itself stand in `aliases`.
CREATE TABLE word_aliases (
  space  INTEGER NOT NULL REFERENCES spaces ON DELETE CASCADE,
  word   TEXT    NOT NULL, -- in the form that is compared
  given  TEXT    NOT NULL, -- as it was written
  family INTEGER NOT NULL, -- those with the same number mean the same
  place  INTEGER NOT NULL,
  PRIMARY KEY (space, word)
) WITHOUT ROWID;
