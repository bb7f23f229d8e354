// @vitest-environment jsdom
import '../setup-dom.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepFocus } from '../../src/ui/keep-focus.ts'

let end: () => void
beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML =
    '<main><h1 id="page-title" tabindex="-1"></h1><div id="bar"><button id="edit"></button><i><button id="gone"></button></i></div><p id="alone"><button id="only"></button></p></main><div id="portal"><button id="item"></button></div>'
  end = keepFocus()
})
afterEach(() => {
  end()
  vi.useRealTimers()
})
/** What has changed is told first, then waits for those who give the focus back themselves. */
const later = async () => {
  await Promise.resolve()
  vi.runAllTimers()
}
const get = (id: string) => document.getElementById(id)!
const at = () => document.activeElement!.id

test('what is removed hands the focus to its neighbour, else to the title of the page', async () => {
  get('gone').focus()
  get('gone').remove()
  await later()
  expect(at()).toBe('edit')
  get('only').focus()
  get('alone').remove()
  await later()
  expect(at()).toBe('page-title')
})
test('what stood in a menu hands it to what had it before', async () => {
  get('only').focus()
  get('item').focus()
  get('portal').remove()
  await later()
  expect(at()).toBe('only')
})
test('who has the focus already keeps it', async () => {
  get('gone').focus()
  get('gone').remove()
  get('only').focus()
  get('portal').remove()
  get('gone')?.remove()
  await later()
  expect(at()).toBe('only')
})
test('a button that loads has it again when it has loaded; one that stays disabled hands it on', async () => {
  const button = get('gone') as HTMLButtonElement
  // A browser takes the focus from what is disabled; jsdom leaves it there.
  const disable = () => {
    button.blur()
    button.disabled = true
  }
  button.focus()
  button.dataset.loading = 'true'
  disable()
  await later()
  expect(at()).toBe('')
  delete button.dataset.loading
  button.disabled = false
  await later()
  expect(at()).toBe('gone')
  disable()
  await later()
  expect(at()).toBe('edit')
})
test('what is disabled hands the focus on though the browser has not taken it yet', async () => {
  get('gone').focus()
  ;(get('gone') as HTMLButtonElement).disabled = true
  expect(at()).toBe('gone')
  await later()
  expect(at()).toBe('edit')
})
