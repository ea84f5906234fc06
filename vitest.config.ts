import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/{shared,main,preload,demo,repo}/**/*.test.ts', 'tools/**/*.test.mjs'],
          testTimeout: 20_000,
        },
      },
      {
        plugins: [vue()],
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: ['tests/renderer/**/*.test.ts'],
          server: { deps: { inline: ['naive-ui'] } },
        },
      },
    ],
  },
})
