/**
 * Reads, inside the browser, the controls that can be pressed now and what a person or a screen reader would notice of the page. It is
 * handed over as text (`page.addInitScript`), so it refers to nothing outside.
 */
export function installControls() {
  const CONTROLS =
    'button, summary, select, [role=button], [role=tab], [role=menuitem], [role=menuitemradio], [role=option], [role=switch], [role=combobox], input[type=checkbox], input[type=radio], main a.mantine-Button-root, input[aria-haspopup=listbox]'
  const LAYERS = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'
  /** What stands many times beside each other: one stands for all. */
  const REPEATED =
    'tr, th, li, article, [role=option], [role=treeitem], [role=group] .mantine-Checkbox-root, [data-row], .mantine-Card-root'
  const TOASTS = '[data-position="bottom-right"]'
  /** The bars and the menu, which are the same on every screen. */
  const inFrame = (one: Element) =>
    !!one.closest('nav[aria-label=MENU], footer') || (!!one.closest('header') && !one.closest('main, [data-portal]'))
  const shown = (one: Element | null | undefined): one is HTMLElement =>
    one instanceof HTMLElement && one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && one.offsetWidth > 1
  /** A switch or a radio is drawn by its label, or lies under it. */
  const drawn = (one: HTMLElement) => {
    const labels = [...((one as HTMLInputElement).labels ?? [])].filter(shown)
    if (!shown(one)) return labels[0]
    const { x, y, width, height } = one.getBoundingClientRect()
    return labels.find((label) => label === document.elementFromPoint(x + width / 2, y + height / 2)) ?? one
  }
  const nameOf = (one: HTMLElement) => {
    const by = one
      .getAttribute('aria-labelledby')
      ?.split(' ')
      .map((id) => document.getElementById(id))
      .map((by) => by?.ariaLabel || by?.innerText || '')
      .join(' ')
    const label = (one as HTMLInputElement).labels?.[0]?.innerText
    return (one.ariaLabel || by || label || one.innerText || one.title || one.getAttribute('placeholder') || '').trim().replace(/\s+/g, ' ')
  }
  const layers = () => [...document.querySelectorAll<HTMLElement>(LAYERS)].filter((one) => shown(one) && !one.closest(TOASTS))
  /** Whether nothing would or could happen: it is off, or it is what is chosen already. */
  const idle = (one: HTMLElement) =>
    one.matches(
      ':disabled, [aria-disabled=true], [data-disabled=true], [aria-selected=true]:not(td), input[aria-expanded=true], [role=menuitemradio][aria-checked=true], input[type=radio]:checked, [data-combobox-selected], [data-checked=true][role=option]',
    ) || one.matches('[aria-current]:not([aria-current=false])')
  const where = (one: HTMLElement) => {
    const layer = one.closest<HTMLElement>(LAYERS)
    if (layer) {
      const title = nameOf(layer) || layer.querySelector('h2')?.innerText || layer.getAttribute('role')
      return `${layer.getAttribute('role')}: ${title} › `.replace(/[\d"«“].*?›/, '… ›')
    }
    return inFrame(one) ? 'frame › ' : ''
  }
  const keyOf = (one: HTMLElement) => {
    const kind = one.getAttribute('role') ?? (one as HTMLInputElement).type ?? one.tagName.toLowerCase()
    const among = one.closest(REPEATED)
    if (!among || inFrame(one)) return `${where(one)}${kind} "${nameOf(one).replace(/\d+/g, '#').slice(0, 60)}"`
    const place = [...among.querySelectorAll(CONTROLS)].indexOf(one)
    const around = among.parentElement!.closest('section, [role], main')
    // The same part of the page, the same kind of row, the same place in it.
    return `${where(one)}row ${around?.getAttribute('role') ?? around?.tagName ?? ''} ${among.tagName} ${kind} ${place}`
  }
  function controls() {
    // Only what is on top can be pressed.
    const modal = [...document.querySelectorAll<HTMLElement>('[role=alertdialog], [aria-modal=true]')].filter(shown).at(-1)
    const loose = layers().filter((one) => one.closest('[data-portal]') && !one.matches('[aria-modal=true], [role=alertdialog]'))
    const found = new Map<string, { one: HTMLElement; name: string }>()
    for (const one of document.querySelectorAll<HTMLElement>(CONTROLS)) {
      if (one.closest(TOASTS) || !drawn(one) || idle(one) || one.closest('[inert]')) continue
      if ((modal || loose.length) && !modal?.contains(one) && !loose.some((layer) => layer.contains(one))) continue
      if (one.matches('input[type=file]') || (one.getAttribute('tabindex') === '-1' && one.matches('.mantine-Input-section *'))) continue
      const key = keyOf(one)
      if (!found.has(key)) found.set(key, { one, name: nameOf(one) })
    }
    return found
  }
  const question = () => {
    const top = layers().findLast((one) => one.matches('[role=dialog], [role=alertdialog]'))
    return !!top && !top.querySelector('input, textarea') && [...top.querySelectorAll('button')].some((one) => one.innerText === 'Annulla')
  }
  /** A dialog that opens on its cross, although there is something to do in it. */
  const onCross = () => {
    const at = document.activeElement
    return (
      !!at?.matches('.mantine-Modal-close') &&
      [...at.closest('.mantine-Modal-content')!.querySelectorAll(`${CONTROLS}, input, textarea`)].filter((one) => !idle(one as HTMLElement))
        .length > 1
    )
  }
  /** Words, states, values, address; the toasts count by their words, since they move by themselves. */
  function fingerprint() {
    const toasts = document.querySelector(TOASTS)
    // Dialogs stand in the same part of the page as the toasts.
    const bodies = [...document.body.children]
      .flatMap((one) => (one.contains(toasts) ? [...one.children] : one))
      .filter((one) => !one.contains(toasts) && !one.matches('[class*=LoadingBar]'))
    const values = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')].map(
      ({ value, checked }) => `${value}${checked}`,
    )
    const html = [...document.documentElement.attributes].map(({ name, value }) => `${name}=${value}`)
    const scrolled = [...document.querySelectorAll('*')].map((one) => one.scrollTop).filter(Boolean)
    const text = [location.href, html, bodies.map((one) => one.outerHTML), toasts?.textContent, values, scrolled].join('\n')
    let hash = 0
    for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
    return `${text.length} ${hash}`
  }
  const busy = () =>
    [...document.querySelectorAll('[aria-busy=true], [aria-label=Caricamento], [data-loading=true]')].some((one) => one.checkVisibility())
  const state = () => ({ html: fingerprint(), focus: focus(), layers: layers().length, acts: walk.acts, born: performance.timeOrigin })
  const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  /** Looks until nothing loads and two looks are the same. */
  async function calm(patience: number) {
    const end = performance.now() + patience
    let before = ''
    for (;;) {
      const now = fingerprint()
      if ((now === before && !busy()) || performance.now() > end) return
      before = now
      await later(40)
    }
  }
  /** Whether anything is other than it was, as soon as it is. */
  async function changed(old: ReturnType<typeof state>, patience: number) {
    const end = performance.now() + patience
    for (;;) {
      const now = state()
      if (now.html !== old.html || now.focus !== old.focus || now.acts !== old.acts) return true
      if (performance.now() > end) return false
      await later(30)
    }
  }
  /** Whether something has the focus, and no more than so many layers are open, before long. */
  async function rests(most: number, patience: number) {
    const end = performance.now() + patience
    while (focus() === 'body' || layers().length > most) {
      if (performance.now() > end) return false
      await later(30)
    }
    return true
  }
  function focus() {
    const at = document.activeElement
    if (!at || at === document.body) return 'body'
    if (!places.has(at)) places.set(at, ++count)
    return `${at.tagName} ${places.get(at)}`
  }
  const places = new WeakMap<Element, number>()
  const told = new WeakSet<Element>()
  let count = 0
  const walk = {
    controls: () => [...controls()].map(([key, { name }]) => ({ key, name })),
    find: (key: string) => controls().get(key)?.one ?? null,
    drawn,
    question,
    asked: () => layers().some((one) => one.matches('[role=alertdialog]')),
    onCross,
    state,
    calm,
    changed,
    rests,
    /** The errors in the corner that nobody has asked for yet. */
    failed() {
      const errors = [...document.querySelectorAll<HTMLElement>(`${TOASTS} [role=alert]`)].filter((one) => !told.has(one))
      for (const one of errors) told.add(one)
      return errors.map((one) => one.innerText.replace(/\s+/g, ' '))
    },
    /** What shows nothing on the page: printing, copying, a calendar of the browser's own. */
    acts: 0,
  }
  Object.assign(window, { walk })
  window.print = () => void walk.acts++
  // A calendar of the browser's own stays open over the page, and takes the keys of the next press.
  HTMLInputElement.prototype.showPicker = () => {
    if (!navigator.userActivation.isActive) throw new DOMException('Nobody has pressed.', 'NotAllowedError')
    walk.acts++
  }
  const { clipboard } = navigator
  if (clipboard)
    clipboard.writeText = () => {
      walk.acts++
      return Promise.resolve()
    }
  return walk
}
