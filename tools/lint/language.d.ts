import type { ESLint } from 'eslint'

export const language: ESLint.Plugin
