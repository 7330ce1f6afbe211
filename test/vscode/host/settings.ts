/** Colour themes by the name that a screenshot carries. */
export const THEMES = {
  dark: 'Default Dark Modern',
  light: 'Default Light Modern',
  hc: 'Default High Contrast',
} as const;

export type Theme = keyof typeof THEMES;

/** User settings of every editor that a test opens: nothing moves, nothing asks, nothing is saved by itself. */
export const SETTINGS = {
  'chat.disableAIFeatures': true,
  'editor.cursorBlinking': 'solid',
  'editor.minimap.enabled': false,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'files.autoSave': 'off',
  'git.enabled': false,
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.untrustedFiles': 'open',
  'telemetry.telemetryLevel': 'off',
  'terminal.integrated.shellIntegration.enabled': false,
  'update.mode': 'none',
  'window.commandCenter': false,
  'window.menuBarVisibility': 'hidden',
  'workbench.colorTheme': THEMES.dark,
  'workbench.enableExperiments': false,
  'workbench.layoutControl.enabled': false,
  'workbench.reduceMotion': 'on',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'window.autoDetectColorScheme': false,
} as const;
