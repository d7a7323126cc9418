-- The vectors of units, apart for each identity of an embedder: those of different ones are never compared.
CREATE TABLE embedders (
  ref        INTEGER PRIMARY KEY,
  space      INTEGER NOT NULL REFERENCES spaces ON DELETE CASCADE,
  identity   TEXT    NOT NULL,
  dimensions INTEGER NOT NULL,
  done       INTEGER NOT NULL DEFAULT 0, -- the last unit that has its vector; those before it have theirs
  UNIQUE (space, identity)
);
CREATE TABLE vector_blocks (
  embedder INTEGER NOT NULL REFERENCES embedders ON DELETE CASCADE,
  block    INTEGER NOT NULL,
  data     BLOB    NOT NULL,
  PRIMARY KEY (embedder, block)
);
