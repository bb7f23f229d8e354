/** What can take the focus. */
const TARGETS = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]'
/** Dialogs, menus and forms give the focus back by themselves within this time. */
const OWN_WAY_MS = 50
const MOST = 20

const isShown = (one: Element) => one.isConnected && (one.checkVisibility?.({ visibilityProperty: true }) ?? true)
const canFocus = (one: HTMLElement) => isShown(one) && !one.matches(':disabled')
/** A browser takes the focus from what is disabled only when it draws the page next. */
const isLost = () => !document.activeElement || document.activeElement.matches('body, :disabled')

/**
 * Keeps the focus on the page: a focused element that is removed or disabled hands it to what stands nearest, else to what had it before,
 * else to the page's title. A button that is only loading gets it back itself. Returns what ends it.
 */
export function keepFocus(): () => void {
  let last: HTMLElement | undefined
  /** What stood around it, from the inside, since a removed element no longer tells. */
  let around: HTMLElement[] = []
  let earlier: HTMLElement[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function taken({ target }: FocusEvent) {
    if (!(target instanceof HTMLElement)) return
    if (last) earlier = [last, ...earlier.filter((one) => one !== last && one.isConnected)].slice(0, MOST)
    last = target
    around = []
    for (let one = target.parentElement; one && one !== document.body; one = one.parentElement) around.push(one)
  }
  /** A press beside all controls takes the focus away on purpose. */
  function left({ target }: FocusEvent) {
    setTimeout(() => {
      if (target === last && last && isLost() && document.hasFocus() && canFocus(last)) last = undefined
    })
  }
  const nearest = () => {
    for (const place of around) {
      const title = place.querySelector<HTMLElement>('#page-title')
      if (title) return title
      const found = isShown(place) && [...place.querySelectorAll<HTMLElement>(TARGETS)].find(canFocus)
      if (found) return found
    }
  }
  function restore() {
    timer = undefined
    if (!last || !isLost()) return
    if (last.isConnected && last.matches('[data-loading]')) return
    const to = canFocus(last) ? last : (nearest() ?? earlier.find(canFocus) ?? document.getElementById('page-title'))
    to?.focus({ preventScroll: true })
  }
  const watcher = new MutationObserver(() => {
    if (last && isLost()) timer ??= setTimeout(restore, OWN_WAY_MS)
  })
  document.addEventListener('focusin', taken)
  document.addEventListener('focusout', left)
  watcher.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
  return () => {
    clearTimeout(timer)
    watcher.disconnect()
    document.removeEventListener('focusin', taken)
    document.removeEventListener('focusout', left)
  }
}
