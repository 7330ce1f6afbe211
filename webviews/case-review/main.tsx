import '../shared/no-eval.ts';
import './styles/index.css';
import { render } from 'preact';
import { stringsFor } from '../shared/l10n/index.ts';
import { toReview, type FromReview, type ReviewState } from '../shared/protocol.ts';
import type { VsCodeApi } from '../shared/vscode-api.ts';
import { App } from './app.tsx';
import { Controller } from './model/controller.ts';
import { Evidence } from './model/evidence.ts';
import { noLabelling } from './model/label-control.ts';
import { keepView } from './model/keep.ts';
import { indexQuotes } from './model/quotes.ts';
import { Store } from './model/store.ts';
import { viewFrom } from './model/view.ts';

declare function acquireVsCodeApi(): VsCodeApi<FromReview, ReviewState>;

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root');
const api = acquireVsCodeApi();
const store = new Store({
  shown: null,
  trouble: null,
  view: viewFrom(api.getState()),
  evidence: new Evidence(),
  quotes: indexQuotes([]),
  quote: null,
  goal: null,
  focus: null,
  narrow: root.clientWidth < 640,
  sheet: false,
  flagging: false,
  labelling: noLabelling,
  selection: null,
  said: '',
});
const control = new Controller(store, (message) => api.postMessage(message));
keepView(store, (state) => api.setState(state));

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  const parsed = toReview.safeParse(event.data);
  if (parsed.success) {
    control.receive(parsed.data);
    return;
  }
  // eslint-disable-next-line no-console -- the only place where a dropped message can be told
  console.warn('Sundowner: dropped a message to the panel', parsed.error.issues[0]?.message);
});

render(<App control={control} t={stringsFor(document.documentElement.lang)} />, root);
control.send({ type: 'ready' });
