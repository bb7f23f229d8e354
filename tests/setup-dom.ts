import 'fake-indexeddb/auto'
import './quick-styles.ts'
import { appStored } from '../src/lib/app-stored.ts'

/** Features that jsdom lacks and Mantine needs; `setup.ts` loads them for every test with `@vitest-environment jsdom` at its top. */
Object.defineProperty(window, 'matchMedia', {
  writable: true,
  value: (media: string) => ({
    matches: false,
    media,
    onchange: null,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
    dispatchEvent: () => false,
  }),
})

class NoResizes {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.ResizeObserver = NoResizes
Element.prototype.scrollIntoView = () => {}
Object.defineProperty(document, 'fonts', { value: new EventTarget() })
Object.assign(window, { CSS: { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&') } })
// There is no service worker here: the app counts as stored unless a test says otherwise.
appStored.set(true)
