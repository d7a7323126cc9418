import type { CodeWriter } from '../../ports/code-store.ts'
import { readTree, treeReference } from './code.ts'
import { removeUnsupported } from './code-edges.ts'
import { putHistory, readPastFiles } from './code-history.ts'
import { confirmSource, putSource } from './code-source.ts'
import type { Database } from './driver.ts'

/** `nodesRemoved`: nodes other than messages went, and must be looked up anew. */
export function codeWriter(
  database: Database,
  space: number,
  { nodesRemoved }: { readonly nodesRemoved: () => void },
): CodeWriter {
  return {
    tree: async (root) => readTree(database, space, root),
    putSource: async (root, source) => putSource(database, space, root, source),
    confirmSource: async (root, seen) => confirmSource(database, space, root, seen),
    pastFiles: async (root) => {
      const tree = treeReference(database, space, root)
      return tree === null ? [] : readPastFiles(database, tree)
    },
    putHistory: async (root, history) => putHistory(database, space, root, history),
    putAdvice: async (root, version, advice) => {
      const tree = treeReference(database, space, root)
      if (tree === null) return
      const put = database.prepare(
        'INSERT OR REPLACE INTO code_advice (tree, path, version, advice) VALUES (?, ?, ?, ?)',
      )
      for (const [path, text] of advice) put.run(tree, path, version, text)
      const gone = 'path NOT IN (SELECT path FROM code_files WHERE tree = ?1)'
      database.prepare(`DELETE FROM code_advice WHERE tree = ?1 AND ${gone}`).run(tree)
    },
    removeTree: async (root) => {
      const tree = treeReference(database, space, root)
      if (tree === null) return
      const nodes = ['code_files', 'code_past_files'].flatMap((table) =>
        database
          .prepare(`SELECT DISTINCT node FROM ${table} WHERE tree = ? AND node IS NOT NULL`)
          .all(tree)
          .map((row) => row['node'] as number),
      )
      for (const table of ['code_pairs', 'code_touches', 'code_changes', 'code_past_files', 'code_files']) {
        database.prepare(`DELETE FROM ${table} WHERE tree = ?`).run(tree)
      }
      database.prepare('DELETE FROM code_trees WHERE ref = ?').run(tree)
      removeUnsupported(database, space, [...new Set(nodes)])
      nodesRemoved()
    },
  }
}
