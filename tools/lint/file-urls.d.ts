import type { ESLint } from 'eslint'

export const fileUrls: ESLint.Plugin
