-- Spaces, and everything that leads to them.
CREATE TABLE spaces (
  ref        INTEGER PRIMARY KEY AUTOINCREMENT, -- never used again, since readers keep things by it
  id         TEXT    NOT NULL UNIQUE,
  purpose    TEXT    NOT NULL,
  created_at INTEGER NOT NULL,
  version    INTEGER NOT NULL DEFAULT 0, -- grows with every write; readers keep what they read until it does
  unit_count INTEGER NOT NULL DEFAULT 0,
  text_version INTEGER NOT NULL -- of the terms that its postings hold
);
CREATE TABLE aliases (
  ref   INTEGER PRIMARY KEY,
  alias TEXT    NOT NULL UNIQUE,
  space INTEGER NOT NULL REFERENCES spaces ON DELETE CASCADE
);
CREATE INDEX aliases_of_space ON aliases (space);

-- Sessions and speakers by number, as the columns of the index hold them.
CREATE TABLE names (
  ref   INTEGER PRIMARY KEY,
  space INTEGER NOT NULL REFERENCES spaces ON DELETE CASCADE,
  kind  TEXT    NOT NULL, -- session, speaker
  name  TEXT    NOT NULL,
  UNIQUE (space, kind, name)
);

CREATE TABLE nodes (
  ref     INTEGER PRIMARY KEY AUTOINCREMENT, -- grows with delivery, which breaks ties of time
  space   INTEGER NOT NULL REFERENCES spaces ON DELETE CASCADE,
  id      TEXT    NOT NULL,
  kind    TEXT    NOT NULL,
  at      REAL,
  session INTEGER REFERENCES names,
  speaker INTEGER REFERENCES names,
  text    TEXT    NOT NULL, -- a preview where long_texts has the whole
  body    TEXT    NOT NULL, -- JSON
  UNIQUE (space, id)
);
CREATE INDEX nodes_by_time ON nodes (space, kind, at, ref);
CREATE INDEX nodes_by_session ON nodes (session, kind, at, ref);
CREATE INDEX nodes_by_speaker ON nodes (speaker) WHERE speaker IS NOT NULL;
CREATE TABLE long_texts (
  node INTEGER PRIMARY KEY REFERENCES nodes ON DELETE CASCADE,
  text TEXT NOT NULL
);
CREATE TABLE messages (
  node       INTEGER PRIMARY KEY REFERENCES nodes ON DELETE CASCADE,
  first_unit INTEGER NOT NULL,
  unit_count INTEGER NOT NULL
);

CREATE TABLE edges (
  src        INTEGER NOT NULL REFERENCES nodes ON DELETE CASCADE,
  kind       TEXT    NOT NULL,
  dst        INTEGER NOT NULL REFERENCES nodes ON DELETE CASCADE,
  weight     REAL    NOT NULL,
  provenance TEXT    NOT NULL,
  evidence   TEXT    NOT NULL, -- JSON list of record ids
  count      INTEGER NOT NULL,
  first_seen INTEGER NOT NULL,
  last_seen  INTEGER NOT NULL,
  valid_from INTEGER,
  valid_to   INTEGER,
  state      TEXT    NOT NULL,
  decided_by TEXT,
  PRIMARY KEY (src, kind, dst)
) WITHOUT ROWID;
CREATE INDEX edges_backwards ON edges (dst, kind, src);

-- The lexical index: a term's postings are its sealed blocks in order, then its tail, then what is fresh.
CREATE TABLE terms (
  ref   INTEGER PRIMARY KEY,
  space INTEGER NOT NULL REFERENCES spaces ON DELETE CASCADE,
  term  TEXT    NOT NULL,
  tail  BLOB    NOT NULL,
  UNIQUE (space, term)
);
CREATE INDEX terms_to_seal ON terms (space) WHERE length(tail) > 1024;
CREATE TABLE posting_blocks (
  ref  INTEGER PRIMARY KEY,
  term INTEGER NOT NULL REFERENCES terms ON DELETE CASCADE,
  data BLOB    NOT NULL
);
CREATE INDEX posting_blocks_of_term ON posting_blocks (term, ref);
CREATE TABLE fresh_postings (
  ref        INTEGER PRIMARY KEY,
  space      INTEGER NOT NULL REFERENCES spaces ON DELETE CASCADE,
  unit_count INTEGER NOT NULL,
  text       TEXT    NOT NULL
);
CREATE INDEX fresh_postings_of_space ON fresh_postings (space, ref);
CREATE TABLE unit_blocks (
  space   INTEGER NOT NULL REFERENCES spaces ON DELETE CASCADE,
  block   INTEGER NOT NULL,
  version INTEGER NOT NULL, -- of the space when the block was written
  data    BLOB    NOT NULL,
  PRIMARY KEY (space, block)
);

CREATE TABLE tombstones (
  space INTEGER NOT NULL REFERENCES spaces ON DELETE CASCADE,
  id    TEXT    NOT NULL,
  at    INTEGER NOT NULL,
  PRIMARY KEY (space, id)
) WITHOUT ROWID;

CREATE TABLE tasks (
  ref         INTEGER PRIMARY KEY,
  space       INTEGER NOT NULL REFERENCES spaces ON DELETE CASCADE,
  kind        TEXT    NOT NULL,
  key         TEXT    NOT NULL,
  payload     TEXT    NOT NULL, -- JSON
  not_before  INTEGER NOT NULL,
  attempts    INTEGER NOT NULL DEFAULT 0,
  worker      TEXT,
  lease_until INTEGER,
  dead        INTEGER NOT NULL DEFAULT 0,
  reason      TEXT,
  UNIQUE (space, kind, key)
);
CREATE INDEX tasks_free ON tasks (kind, dead, not_before);
