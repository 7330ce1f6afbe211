/** Colour themes by the name that a screenshot carries. `css` is the class of a window that wears it. */
export const THEMES = {
  dark: { id: 'Dark Modern', label: 'Dark Modern', css: 'vs-dark' },
  light: { id: 'Light Modern', label: 'Light Modern', css: 'vs' },
  hc: { id: 'Default High Contrast', label: 'Dark High Contrast', css: 'hc-black' },
} as const;

export type Theme = keyof typeof THEMES;

/** User settings of every editor that a test opens: nothing moves, nothing asks, nothing is saved by itself. */
export const SETTINGS = {
  'chat.disableAIFeatures': true,
  'editor.cursorBlinking': 'solid',
  'editor.minimap.enabled': false,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': 'off',
  'extensions.ignoreRecommendations': true,
  'files.autoSave': 'off',
  'git.enabled': false,
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.untrustedFiles': 'open',
  'telemetry.telemetryLevel': 'off',
  'terminal.integrated.gpuAcceleration': 'off',
  'terminal.integrated.shellIntegration.enabled': false,
  'update.mode': 'none',
  'window.commandCenter': false,
  'window.menuBarVisibility': 'hidden',
  'workbench.colorTheme': THEMES.dark.id,
  'workbench.enableExperiments': false,
  'workbench.layoutControl.enabled': false,
  'workbench.reduceMotion': 'on',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'window.autoDetectColorScheme': false,
} as const;
