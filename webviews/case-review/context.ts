import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Strings } from '../shared/l10n/index.ts';
import type { Controller } from './model/controller.ts';
import type { Model } from './model/store.ts';

export interface Panel {
  readonly model: Model;
  readonly control: Controller;
  readonly t: Strings;
}

export const PanelContext = createContext<Panel | null>(null);

/** What every part of the panel may read and do. */
export function usePanel(): Panel {
  const panel = useContext(PanelContext);
  if (panel === null) throw new Error('a part of the panel was drawn outside of it');
  return panel;
}
