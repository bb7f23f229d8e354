import 'fake-indexeddb/auto'
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'
import { atRest } from './at-rest.ts'

/** What jsdom lacks and Mantine asks for. Import it first in every test that has `@vitest-environment jsdom` at its top. */
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

// What a form began goes on without it: it has an end, and the next test begins after it.
afterEach(atRest)
afterEach(cleanup)
