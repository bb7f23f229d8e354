/** Stands in for `virtual:pwa-register`, which only the build makes: tests have no service worker. */
export const registerSW = () => async () => {}

/** jsdom has no workers: what they would do fails, as it does in a browser that stops one. */
export class NoWorker extends EventTarget {
  postMessage() {
    queueMicrotask(() => this.dispatchEvent(new Event('error')))
  }
  terminate() {}
}
