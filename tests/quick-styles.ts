/**
 * `getComputedStyle` as the tests ask for it: jsdom matches every rule of its stylesheet with every element, again after each change of the page, and a third of a screen test went there.
 * What is asked for by the thousand (is it shown, is it in a line of text, may it be pressed) is decided by the inline style and by the kind of the element, and of each kind jsdom is asked once.
 * Everything else is jsdom's own answer.
 */
const real = window.getComputedStyle.bind(window)
/** The attributes that the browser's own stylesheet looks at. */
const LOOKED_AT = ['hidden', 'open', 'popover', 'type', 'inert'] as const
const laboratory = document.implementation.createHTMLDocument()
const kinds = new Map<string, { display: string; pointerEvents: string }>()

function ofKind(element: Element) {
  const marks = LOOKED_AT.map((name) => element.getAttribute(name) ?? '-')
  const key = [element.namespaceURI, element.localName, element.parentElement?.localName, ...marks].join()
  const known = kinds.get(key)
  if (known) return known
  // One like it without what the page has written on this one, in a document of its own: nothing in the page changes.
  const bare = element.cloneNode(false) as Element
  for (const name of ['style', 'class', 'id']) bare.removeAttribute(name)
  const place = laboratory.createElement(element.parentElement?.localName ?? 'div')
  place.append(bare)
  laboratory.body.append(place)
  const { display, pointerEvents } = real(bare)
  place.remove()
  kinds.set(key, { display, pointerEvents })
  return { display, pointerEvents }
}
/** The value that the nearest of the elements around it writes. */
function inherited(element: Element | null, name: 'visibility'): string {
  for (let one = element; one; one = one.parentElement) {
    const own = (one as HTMLElement).style?.[name]
    if (own && own !== 'inherit') return own
  }
  return 'visible'
}
const quick: Record<string, (element: Element) => string> = {
  display: (element) => (element as HTMLElement).style?.display || ofKind(element).display,
  visibility: (element) => inherited(element, 'visibility'),
  pointerEvents: (element) => (element as HTMLElement).style?.pointerEvents || ofKind(element).pointerEvents,
}

window.getComputedStyle = ((element: Element, pseudo?: string | null) => {
  if (pseudo) return real(element, pseudo)
  let whole: CSSStyleDeclaration | undefined
  const asked = () => {
    whole ??= real(element)
    return whole
  }
  return new Proxy({} as CSSStyleDeclaration, {
    get: (_, name) => {
      if (typeof name === 'string' && name in quick) return quick[name]!(element)
      if (name === 'getPropertyValue')
        return (property: string) => (property in quick ? quick[property]!(element) : asked().getPropertyValue(property))
      const value = Reflect.get(asked(), name)
      return typeof value === 'function' ? value.bind(whole) : value
    },
  })
}) as typeof window.getComputedStyle
