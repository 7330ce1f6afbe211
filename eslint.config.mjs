import js from '@eslint/js';
import importX from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

/** The rooms of the engine in the order in which data flows. A room may import only from rooms before it. */
const ENGINE_ROOMS = [
  'statistics',
  'clock',
  'skills',
  'evalset',
  'compile',
  'batch',
  'select',
  'convert',
  'import',
  'platform',
  'local-lark',
  'tools',
  'models',
  'agents',
  'budget',
  'preflight',
  'director',
  'evidence',
  'leaks',
  'judge',
  'ledger',
  'labels',
  'score',
  'graders',
  'rehearsal',
  'calibration',
  'report',
  'review',
  'compare',
];

const zones = [
  { target: './schemas', from: './', except: ['./schemas', './node_modules', './test'] },
  ...['cli', 'language-server', 'extension', 'webviews'].map((room) => ({
    target: './engine',
    from: `./${room}`,
  })),
  ...['cli', 'extension', 'webviews'].map((room) => ({ target: './language-server', from: `./${room}` })),
  { target: './cli', from: './extension' },
  {
    target: './webviews',
    from: ['./engine', './cli', './language-server', './extension'],
    message: 'a webview knows the schemas and its own messages only',
  },
  {
    target: './extension',
    from: './webviews',
    except: ['./shared'],
    message: 'the host knows only the messages of a webview',
  },
  ...ENGINE_ROOMS.map((room, i) => ({
    target: `./engine/${room}`,
    from: [
      ...ENGINE_ROOMS.slice(i + 1).map((later) => `./engine/${later}`),
      './engine/stages',
      './engine/index.ts',
    ],
    message: `engine/${room} may import only from rooms before it in the data flow`,
  })),
  {
    target: './engine/compile/verify',
    from: './engine/compile',
    except: ['./verify'],
    message: 'the verifier must not call the compiler',
  },
  {
    target: './engine/local-lark',
    from: './engine',
    except: ['./local-lark'],
    message: 'the local platform knows nothing of the engine: it is a Lark of its own',
  },
  {
    target: './samples',
    from: ['./engine', './cli', './schemas'],
    message: 'a sample agent is an ordinary bot',
  },
];

// What needs to know types is looked for by oxlint (.oxlintrc.json), in a tenth of the time.
export default tseslint.config(
  { ignores: ['dist/**', 'runs/**', 'node_modules/**', 'coverage/**', '.vscode-host/**', 'artefacts/**'] },
  js.configs.recommended,
  ...tseslint.configs.strict.map((c) => ({ ...c, files: ['**/*.ts', '**/*.tsx'] })),
  {
    files: ['**/*.ts', '**/*.tsx'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [
        importX.createNodeResolver({ extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'] }),
      ],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
    },
    rules: {
      'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones }],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@larksuiteoapi/node-sdk',
              message: 'only engine/platform/lark/sdk.ts imports the Lark SDK',
            },
            { name: 'vscode', message: 'only extension/ knows the editor' },
          ],
        },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'Program > VariableDeclaration[kind="let"], Program > ExportNamedDeclaration > VariableDeclaration[kind="let"]',
          message: 'no module-level mutable state',
        },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
    },
  },
  {
    files: ['engine/platform/lark/sdk.ts', 'extension/**/*.ts', 'samples/**/*.ts', 'test/**/*.ts'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: ['**/*.test.ts', '**/*.test.tsx', '**/testing/**/*.ts', 'test/**/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
);
