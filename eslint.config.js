import { createNodeResolver, importX } from 'eslint-plugin-import-x'
import vue from 'eslint-plugin-vue'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'
import { layers, zones } from './eslint.layers.js'
import { fileUrls } from './tools/lint/file-urls.js'
import { language } from './tools/lint/language.js'
import { readVueScripts } from './tools/lint/vue-scripts.js'

const root = import.meta.dirname
readVueScripts()

export default defineConfig(
  globalIgnores(['out/', 'dist/', 'test-results/', 'playwright-report/', 'coverage/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    plugins: { 'import-x': importX, fileUrls, language },
    settings: {
      'import-x/extensions': ['.ts', '.vue', '.js', '.mjs'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts'], 'vue-eslint-parser': ['.vue'] },
      'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.vue', '.js', '.mjs'] })],
    },
    rules: {
      'fileUrls/no-pathname': 'error',
      'language/names': 'error',
      'language/comments': 'error',
      'language/titles': 'error',
      'import-x/no-restricted-paths': ['error', { basePath: root, zones }],
      'import-x/no-self-import': 'error',
      'import-x/no-duplicates': 'error',
      'max-lines': ['error', 400],
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true, IIFEs: true }],
      'max-params': ['error', 4],
      'max-depth': ['error', 3],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-implicit-coercion': 'error',
      'no-self-compare': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: {
      globals: Object.fromEntries(Object.getOwnPropertyNames(globalThis).map(name => [name, 'readonly'])),
    },
    rules: {
      'no-undef': 'error',
      'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-unreachable': 'error',
      'no-empty': 'error',
      'no-fallthrough': 'error',
    },
  },
  // Code the host puts into the page has the page's globals, and its fixture app names electron in every way there is.
  {
    files: ['tools/chromium-host/{page,fixture-app,tests}/**'],
    rules: { 'no-undef': 'off', 'import-x/no-duplicates': 'off' },
  },
  {
    files: ['**/*.ts', '**/*.vue'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { project: ['tsconfig.node.json', 'tsconfig.e2e.json'], tsconfigRootDir: root },
    },
    rules: {
      'import-x/no-default-export': 'error',
      // TypeScript refuses enums here (erasableSyntaxOnly), and looking for them takes a quarter of lint's time.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/naming-convention': [
        'error',
        { selector: 'typeLike', format: ['PascalCase'], custom: { regex: '^I[A-Z][a-z]', match: false } },
      ],
    },
  },
  {
    files: ['src/renderer/**/*.ts', 'tests/renderer/**', 'tests/support/renderer/**'],
    languageOptions: { parserOptions: { parser: tseslint.parser, project: ['tsconfig.web.json'] } },
  },
  {
    files: ['**/*.vue'],
    languageOptions: {
      parserOptions: {
        parser: tseslint.parser,
        project: ['tsconfig.web.json'],
        extraFileExtensions: ['.vue'],
      },
    },
  },
  // Types of components are known to vue-tsc only; to these rules every import of one is unresolved.
  {
    files: ['**/*.vue', 'src/renderer/main.ts', 'tests/renderer/**', 'tests/support/renderer/**'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  vue.configs['flat/essential'],
  {
    files: ['**/*.vue'],
    rules: {
      'import-x/no-default-export': 'off',
      'vue/block-order': ['error', { order: ['script', 'template', 'style'] }],
      'vue/block-lang': ['error', { script: { lang: 'ts' } }],
      'vue/component-api-style': ['error', ['script-setup']],
      'vue/define-props-declaration': ['error', 'type-based'],
      'vue/define-emits-declaration': ['error', 'type-based'],
      'vue/define-macros-order': ['error', { order: ['defineProps', 'defineEmits'] }],
      'vue/require-explicit-emits': 'error',
      'vue/require-typed-ref': 'error',
      'vue/html-button-has-type': 'error',
      'vue/no-v-html': 'error',
      'vue/no-unused-refs': 'error',
      'vue/no-restricted-v-bind': ['error', '/^(href|src|srcset|srcdoc|action|formaction|innerHTML)$/'],
      'vue/max-lines-per-block': ['error', { script: 120, template: 80, skipBlankLines: true }],
    },
  },

  ...layers,

  // A setup store is one function with three blocks: state, derived, actions.
  {
    files: ['src/renderer/**/*-store.ts'],
    rules: { 'max-lines-per-function': ['error', { max: 120, skipBlankLines: true, skipComments: true }] },
  },
  // Parsers: the only places where unknown becomes a type.
  {
    files: [
      'src/**/wire.ts',
      'src/**/parse*.ts',
      'src/main/bridge/answer.ts',
      'src/renderer/bridge.ts',
      'tools/guide/parse-guide.ts',
    ],
    rules: { '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'as' }] },
  },
  { files: ['*.config.{ts,js}'], rules: { 'import-x/no-default-export': 'off' } },
  {
    files: ['tests/**', 'bench/**', 'tools/**/*.test.mjs'],
    rules: { 'max-lines-per-function': 'off', '@typescript-eslint/unbound-method': 'off' },
  },
)
