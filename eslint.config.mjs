import js from '@eslint/js';
import importX from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

/** The rooms of the engine in the order in which data flows. A room may import only from rooms before it. */
const ENGINE_ROOMS = [
  'evalset',
  'compile',
  'batch',
  'platform',
  'local-lark',
  'tools',
  'agents',
  'director',
  'evidence',
  'judge',
  'score',
  'report',
];

const zones = [
  { target: './schemas', from: './', except: ['./schemas', './node_modules', './test'] },
  ...['cli', 'language-server', 'extension'].map((room) => ({ target: './engine', from: `./${room}` })),
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

export default tseslint.config(
  { ignores: ['dist/**', 'runs/**', 'node_modules/**', 'coverage/**'] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked.map((c) => ({ ...c, files: ['**/*.ts'] })),
  {
    files: ['**/*.ts'],
    plugins: { 'import-x': importX },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    settings: {
      'import-x/resolver-next': [importX.createNodeResolver({ extensions: ['.ts', '.mjs', '.js', '.json'] })],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts'] },
    },
    rules: {
      'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones }],
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@larksuiteoapi/node-sdk',
              message: 'only engine/platform/lark/sdk.ts imports the Lark SDK',
            },
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
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
    },
  },
  {
    files: ['engine/platform/lark/sdk.ts', 'samples/**/*.ts', 'test/**/*.ts'],
    rules: { 'no-restricted-imports': 'off' },
  },
  { files: ['**/*.test.ts', 'test/**/*.ts'], rules: { '@typescript-eslint/no-non-null-assertion': 'off' } },
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
);
