-- Edges that suggest, fade and are decided on, without those of the records themselves, which are very many more.
CREATE INDEX edges_soft ON edges (state, last_seen) WHERE provenance IN ('observed', 'inferred', 'model', 'confirmed');
