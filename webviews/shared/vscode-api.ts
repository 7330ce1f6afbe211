/** What the editor gives a webview. `setState` survives a hidden tab and a reload. */
export interface VsCodeApi<Out, State> {
  postMessage(message: Out): void;
  getState(): unknown;
  setState(state: State): void;
}
