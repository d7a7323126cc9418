import { join } from 'node:path'
import { defineConfig, mergeConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

// Journeys with programs of others, installed when they run: `npm run test:agents`, no part of `npm test`.
export default defineConfig(
  mergeConfig(
    { ...base, test: { ...base.test, include: [], exclude: [] } },
    {
      root: join(import.meta.dirname, '../..'),
      test: {
        include: ['test/agents/**/*.test.ts'],
        // An installation of hundreds of megabytes comes first.
        testTimeout: 300_000,
        hookTimeout: 900_000,
        fileParallelism: false,
        outputFile: { json: '.reports/vitest-agents.json' },
      },
    },
  ),
)
