-- The code and the history of work trees, as they were read last. All of it is derived and can be read again.
CREATE TABLE code_trees (
  ref           INTEGER PRIMARY KEY AUTOINCREMENT,
  space         INTEGER NOT NULL REFERENCES spaces ON DELETE CASCADE,
  root          TEXT    NOT NULL,
  version       INTEGER NOT NULL DEFAULT 0, -- grows with every write; a reading that began before another one is not written
  used_at       REAL    NOT NULL,
  header        TEXT, -- of the source graph; NULL until it was read
  read_at       REAL,
  source_commit TEXT, -- what was checked out then
  head          TEXT, -- the commit up to which history was read
  history       TEXT    NOT NULL DEFAULT 'unread',
  commits       INTEGER NOT NULL DEFAULT 0, -- all that were read, also those that say nothing
  first_number  INTEGER NOT NULL DEFAULT 0, -- of the oldest that is kept
  commits_max   INTEGER, -- how many are kept
  is_cut        INTEGER NOT NULL DEFAULT 0, -- whether there are older ones
  last_at       REAL, -- of the last of them
  UNIQUE (space, root)
);

CREATE TABLE code_files (
  ref    INTEGER PRIMARY KEY,
  tree   INTEGER NOT NULL REFERENCES code_trees ON DELETE CASCADE,
  path   TEXT    NOT NULL,
  folder TEXT    NOT NULL,
  stem   TEXT    NOT NULL,
  hash   TEXT    NOT NULL,
  size   INTEGER NOT NULL,
  mtime  REAL    NOT NULL,
  ctime  REAL    NOT NULL,
  node   INTEGER REFERENCES nodes ON DELETE SET NULL, -- the file in the graph, once an edge leads to it
  UNIQUE (tree, path)
);
CREATE INDEX code_files_by_folder ON code_files (tree, folder, path);
CREATE INDEX code_files_by_stem ON code_files (tree, stem, path);
CREATE INDEX code_files_of_node ON code_files (node) WHERE node IS NOT NULL;
-- Apart, so that looking for files does not read them.
CREATE TABLE code_rows (
  file INTEGER PRIMARY KEY REFERENCES code_files ON DELETE CASCADE,
  row  TEXT    NOT NULL
);
CREATE TABLE code_imports (
  imported INTEGER NOT NULL REFERENCES code_files ON DELETE CASCADE,
  importer INTEGER NOT NULL REFERENCES code_files ON DELETE CASCADE,
  kind     TEXT    NOT NULL,
  names    TEXT    NOT NULL, -- JSON
  line     INTEGER NOT NULL,
  through  TEXT,
  PRIMARY KEY (imported, importer)
) WITHOUT ROWID;
CREATE INDEX code_imports_of_importer ON code_imports (importer);

-- Files of the past, by a number that follows them through renames; those that are gone are not kept.
CREATE TABLE code_past_files (
  tree    INTEGER NOT NULL REFERENCES code_trees ON DELETE CASCADE,
  number  INTEGER NOT NULL,
  path    TEXT, -- today's name
  changes INTEGER NOT NULL DEFAULT 0,
  last_change INTEGER,
  node    INTEGER REFERENCES nodes ON DELETE SET NULL,
  PRIMARY KEY (tree, number)
) WITHOUT ROWID;
CREATE UNIQUE INDEX code_past_files_by_path ON code_past_files (tree, path);
CREATE INDEX code_past_files_of_node ON code_past_files (node) WHERE node IS NOT NULL;
CREATE TABLE code_changes (
  tree   INTEGER NOT NULL REFERENCES code_trees ON DELETE CASCADE,
  number INTEGER NOT NULL, -- its place among all commits that were read
  place  INTEGER NOT NULL, -- among those that say something, of which it may be the last
  id     TEXT    NOT NULL,
  at     REAL    NOT NULL,
  weight REAL    NOT NULL,
  size   INTEGER NOT NULL, -- source files, those that are gone included; 0: it says nothing, but files got other names
  faded  REAL    NOT NULL, -- what it says of each pair, against a fixed day; of two, the later weighs more
  files  TEXT    NOT NULL, -- JSON, by the names that they had
  PRIMARY KEY (tree, number)
) WITHOUT ROWID;
CREATE TABLE code_touches (
  tree   INTEGER NOT NULL,
  file   INTEGER NOT NULL,
  change INTEGER NOT NULL,
  PRIMARY KEY (tree, file, change),
  FOREIGN KEY (tree, file) REFERENCES code_past_files ON DELETE CASCADE,
  FOREIGN KEY (tree, change) REFERENCES code_changes ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX code_touches_by_change ON code_touches (tree, change, file);
-- For each file the few that changed with it most.
CREATE TABLE code_pairs (
  tree    INTEGER NOT NULL,
  file    INTEGER NOT NULL,
  other   INTEGER NOT NULL,
  commits INTEGER NOT NULL,
  weight  REAL    NOT NULL, -- the sum of `faded`
  last_at REAL    NOT NULL,
  PRIMARY KEY (tree, file, other),
  FOREIGN KEY (tree, file) REFERENCES code_past_files ON DELETE CASCADE,
  FOREIGN KEY (tree, other) REFERENCES code_past_files ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX code_pairs_by_other ON code_pairs (tree, other);
-- What was worked out for a file with all of the code at hand, for who has no time to load it.
CREATE TABLE code_advice (
  tree    INTEGER NOT NULL REFERENCES code_trees ON DELETE CASCADE,
  path    TEXT    NOT NULL,
  version INTEGER NOT NULL, -- of the tree
  advice  TEXT    NOT NULL, -- JSON
  PRIMARY KEY (tree, path)
) WITHOUT ROWID;
