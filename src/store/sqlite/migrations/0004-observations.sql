-- A space in which another one's observations are indexed; it goes with that one, and nothing lists it.
ALTER TABLE spaces ADD COLUMN parent INTEGER REFERENCES spaces ON DELETE CASCADE;
CREATE UNIQUE INDEX spaces_of_parent ON spaces (parent) WHERE parent IS NOT NULL;
-- Version of the rules by which its sessions were observed.
ALTER TABLE spaces ADD COLUMN observe_version INTEGER NOT NULL DEFAULT 0;

-- The distilled form of events, in columns to choose by. The whole of it stands in the body of the event's node.
CREATE TABLE observations (
  event      INTEGER PRIMARY KEY REFERENCES nodes ON DELETE CASCADE,
  space      INTEGER NOT NULL REFERENCES spaces ON DELETE CASCADE,
  at         REAL    NOT NULL,
  until      REAL    NOT NULL,
  session    TEXT    NOT NULL,
  branch     TEXT,
  agent      TEXT,
  host       TEXT,
  type       TEXT    NOT NULL,
  tokens     INTEGER NOT NULL,
  unfinished INTEGER NOT NULL
);
CREATE INDEX observations_by_time ON observations (space, at, event);
CREATE INDEX observations_by_session ON observations (space, session, at);
CREATE INDEX observations_unfinished ON observations (space, at) WHERE unfinished = 1;

-- Files and concepts, each once: a file is looked for by the end of its path, and they are few beside the observations.
CREATE TABLE subjects (
  ref   INTEGER PRIMARY KEY,
  space INTEGER NOT NULL REFERENCES spaces ON DELETE CASCADE,
  kind  TEXT    NOT NULL, -- file, concept
  name  TEXT    NOT NULL,
  UNIQUE (space, kind, name)
);
CREATE TABLE observation_subjects (
  subject     INTEGER NOT NULL REFERENCES subjects ON DELETE CASCADE,
  observation INTEGER NOT NULL REFERENCES observations ON DELETE CASCADE,
  PRIMARY KEY (subject, observation)
) WITHOUT ROWID;
CREATE INDEX subjects_of_observation ON observation_subjects (observation);
CREATE TRIGGER subjects_unused AFTER DELETE ON observation_subjects
  WHEN NOT EXISTS (SELECT 1 FROM observation_subjects WHERE subject = OLD.subject)
  BEGIN DELETE FROM subjects WHERE ref = OLD.subject; END;

CREATE TABLE observation_facts (
  fact        INTEGER PRIMARY KEY REFERENCES nodes ON DELETE CASCADE,
  observation INTEGER NOT NULL REFERENCES observations ON DELETE CASCADE
);
CREATE INDEX facts_of_observation ON observation_facts (observation);
CREATE TRIGGER facts_unused AFTER DELETE ON observation_facts
  BEGIN DELETE FROM nodes WHERE ref = OLD.fact; END;

-- What each event was observed from, also where that gave nothing: what did not change is not observed again.
CREATE TABLE derivations (
  event  INTEGER PRIMARY KEY REFERENCES nodes ON DELETE CASCADE,
  source TEXT    NOT NULL
);

CREATE TABLE session_summaries (
  node     INTEGER PRIMARY KEY REFERENCES nodes ON DELETE CASCADE,
  space    INTEGER NOT NULL REFERENCES spaces ON DELETE CASCADE,
  session  TEXT    NOT NULL,
  at       REAL    NOT NULL,
  until    REAL    NOT NULL,
  branch   TEXT,
  is_ended INTEGER NOT NULL,
  UNIQUE (space, session)
);
CREATE INDEX session_summaries_by_time ON session_summaries (space, until);

CREATE TABLE observed_sessions (
  space    INTEGER NOT NULL REFERENCES spaces ON DELETE CASCADE,
  session  TEXT    NOT NULL,
  mark     INTEGER NOT NULL, -- grows with what is recorded and forgotten
  observed INTEGER NOT NULL, -- the mark up to which it was observed
  is_ended INTEGER NOT NULL,
  turn     INTEGER NOT NULL, -- order in which they began to wait
  PRIMARY KEY (space, session)
) WITHOUT ROWID;
CREATE INDEX sessions_to_observe ON observed_sessions (space, turn) WHERE mark > observed;

-- How far the files of the journal were read.
CREATE TABLE journals (
  space INTEGER NOT NULL REFERENCES spaces ON DELETE CASCADE,
  name  TEXT    NOT NULL,
  head  TEXT    NOT NULL, -- id of the first line
  read  INTEGER NOT NULL, -- bytes
  PRIMARY KEY (space, name)
) WITHOUT ROWID;
